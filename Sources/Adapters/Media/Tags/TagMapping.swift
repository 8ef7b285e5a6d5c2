import Catalog

/// Maps a file's raw properties, whatever its format, to `TrackTags`. Names are TagLib's and MusicBrainz Picard's:
/// https://picard-docs.musicbrainz.org/en/appendices/tag_mapping.html
struct TagMapping {
    let raw: RawTags
    let audio: AudioProperties

    func tags() -> TrackTags {
        var tags = TrackTags()
        tags.title = raw.first("TITLE")
        tags.titleSort = raw.first("TITLESORT")
        addArtists(to: &tags)
        tags.album = raw.first("ALBUM")
        tags.albumSort = raw.first("ALBUMSORT")
        tags.composers = raw.list("COMPOSER")
        tags.conductors = raw.list("CONDUCTOR")
        tags.composerSorts = raw.list("COMPOSERSORT")
        tags.lyricists = raw.list("LYRICIST")
        tags.remixers = raw.list("REMIXER", "MIXARTIST")
        tags.producers = raw.list("PRODUCER")
        tags.contributions = ContributionTags.contributions(raw)
        tags.genres = genres()
        addNumbers(to: &tags)
        tags.discSubtitle = raw.first("DISCSUBTITLE", "SETSUBTITLE")
        tags.date = date(raw.list("DATE"), raw.list("YEAR"), raw.list("RELEASEDATE"))
        tags.originalDate = date(raw.list("ORIGINALDATE"), raw.list("ORIGINALYEAR"), raw.list("TDOR"))
        tags.comment = raw.firstDescribed("COMMENT") ?? raw.first("DESCRIPTION")
        tags.lyrics = LyricsTags.lyrics(raw, audio: audio)
        tags.beatsPerMinute = raw.first("BPM", "TEMPO").flatMap { BoundedNumber.decimal($0, in: 1...999) }
            .map { Int($0.rounded()) }
        tags.isCompilation =
            raw.first("COMPILATION", "ITUNESCOMPILATION")
            .map { ["1", "true", "yes"].contains($0.lowercased()) } ?? false
        tags.isrc = raw.first("ISRC")
        tags.musicBrainz = musicBrainz()
        tags.replayGain = replayGain()
        tags.extendedTags = ExtendedTagMapping(raw: raw).tags()
        return tags
    }

    private func addArtists(to tags: inout TrackTags) {
        let credited = raw.list("ARTIST")
        let listed = raw.list("ARTISTS")
        tags.artists = listed.isEmpty ? credited : listed
        if !listed.isEmpty, credited.count == 1, credited != listed { tags.artistCredit = credited.first }
        tags.artistSorts = raw.list("ARTISTSORT", "ARTISTSSORT")
        tags.albumArtists = raw.list("ALBUMARTISTS", "ALBUMARTIST")
        tags.albumArtistSorts = raw.list("ALBUMARTISTSORT", "ALBUMARTISTSSORT")
    }

    private func genres() -> [String] {
        var seen: Set<String> = []
        return Array(
            raw.list("GENRE").flatMap(NumberedGenres.names).filter { seen.insert($0).inserted }.prefix(
                RawTags.listLimit))
    }

    private func addNumbers(to tags: inout TrackTags) {
        if let text = raw.first("TRACKNUMBER", "TRACK") {
            (tags.trackNumber, tags.trackTotal) = BoundedNumber.ordinalAndTotal(text)
        }
        if let total = raw.first("TRACKTOTAL", "TOTALTRACKS").flatMap({ BoundedNumber.ordinal($0.utf8) }) {
            tags.trackTotal = total
        }
        if let text = raw.first("DISCNUMBER", "DISC") {
            (tags.discNumber, tags.discTotal) = BoundedNumber.ordinalAndTotal(text)
        }
        if let total = raw.first("DISCTOTAL", "TOTALDISCS").flatMap({ BoundedNumber.ordinal($0.utf8) }) {
            tags.discTotal = total
        }
    }

    private func date(_ candidates: [String]...) -> String? {
        candidates.lazy.flatMap { $0 }.compactMap(TagDate.normalized).first
    }

    private func musicBrainz() -> TrackTags.MusicBrainzIDs {
        var ids = TrackTags.MusicBrainzIDs()
        // Picard's recording is called "track" in the tags' older names.
        ids.recording = TagIdentifiers.all(raw.list("MUSICBRAINZTRACKID")).first
        ids.track = TagIdentifiers.all(raw.list("MUSICBRAINZRELEASETRACKID")).first
        ids.release = TagIdentifiers.all(raw.list("MUSICBRAINZALBUMID")).first
        ids.releaseGroup = TagIdentifiers.all(raw.list("MUSICBRAINZRELEASEGROUPID")).first
        ids.artists = TagIdentifiers.all(raw.list("MUSICBRAINZARTISTID"))
        ids.albumArtists = TagIdentifiers.all(raw.list("MUSICBRAINZALBUMARTISTID"))
        return ids
    }

    private func replayGain() -> TrackTags.ReplayGain {
        var gain = TrackTags.ReplayGain()
        gain.trackGain = decibels("REPLAYGAINTRACKGAIN") ?? r128("R128TRACKGAIN")
        gain.trackPeak = raw.first("REPLAYGAINTRACKPEAK").flatMap { BoundedNumber.decimal($0, in: 0...100) }
        gain.albumGain = decibels("REPLAYGAINALBUMGAIN") ?? r128("R128ALBUMGAIN")
        gain.albumPeak = raw.first("REPLAYGAINALBUMPEAK").flatMap { BoundedNumber.decimal($0, in: 0...100) }
        return gain
    }

    private func decibels(_ name: String) -> Double? {
        raw.first(name).flatMap { BoundedNumber.decimal($0, in: -64...64) }
    }

    /// Q7.8 against −23 LUFS (RFC 7845, 5.2.1); ReplayGain 2.0 aims at −18 LUFS, five decibels louder.
    private func r128(_ name: String) -> Double? {
        raw.first(name).flatMap { BoundedNumber.decimal($0, in: -32768...32767) }.map { $0 / 256 + 5 }
    }
}
