import Catalog

/// `TrackTags` on the wire: every field in the order of its declaration.
extension WireWriter {
    mutating func put(_ tags: TrackTags) {
        put(tags.title)
        put(tags.titleSort)
        put(tags.artists)
        put(tags.artistCredit)
        put(tags.artistSorts)
        put(tags.album)
        put(tags.albumSort)
        put(tags.albumArtists)
        put(tags.albumArtistSorts)
        put(tags.composers)
        put(tags.conductors)
        put(tags.lyricists)
        put(tags.remixers)
        put(tags.producers)
        put(tags.composerSorts)
        put(tags.contributions)
        put(tags.genres)
        put(tags.trackNumber)
        put(tags.trackTotal)
        put(tags.discNumber)
        put(tags.discTotal)
        put(tags.discSubtitle)
        put(tags.date)
        put(tags.originalDate)
        put(tags.comment)
        put(tags.lyrics.prefix(RawTags.listLimit).map { $0.language ?? "" })
        put(tags.lyrics.map(\.text))
        put(tags.beatsPerMinute)
        put(tags.isCompilation ? 1 as UInt8 : 0)
        put(tags.isrc)
        put(tags.musicBrainz.recording)
        put(tags.musicBrainz.track)
        put(tags.musicBrainz.release)
        put(tags.musicBrainz.releaseGroup)
        put(tags.musicBrainz.artists)
        put(tags.musicBrainz.albumArtists)
        put(tags.replayGain.trackGain)
        put(tags.replayGain.trackPeak)
        put(tags.replayGain.albumGain)
        put(tags.replayGain.albumPeak)
        put(tags.further.text)
    }

    private mutating func put(_ contributions: [TrackTags.Contribution]) {
        let contributions = contributions.prefix(RawTags.listLimit)
        put(contributions.map(\.role.rawValue))
        put(contributions.map(\.name))
        put(contributions.map { $0.part ?? "" })
    }
}

extension WireReader {
    mutating func tags() throws(WireError) -> TrackTags {
        var tags = TrackTags()
        tags.title = try optionalText()
        tags.titleSort = try optionalText()
        tags.artists = try list()
        tags.artistCredit = try optionalText()
        tags.artistSorts = try list()
        tags.album = try optionalText()
        tags.albumSort = try optionalText()
        tags.albumArtists = try list()
        tags.albumArtistSorts = try list()
        tags.composers = try list()
        tags.conductors = try list()
        tags.lyricists = try list()
        tags.remixers = try list()
        tags.producers = try list()
        tags.composerSorts = try list()
        tags.contributions = try contributions()
        tags.genres = try list()
        tags.trackNumber = try optionalInt()
        tags.trackTotal = try optionalInt()
        tags.discNumber = try optionalInt()
        tags.discTotal = try optionalInt()
        tags.discSubtitle = try optionalText()
        tags.date = try optionalText()
        tags.originalDate = try optionalText()
        tags.comment = try optionalText()
        tags.lyrics = try lyrics()
        tags.beatsPerMinute = try optionalInt()
        tags.isCompilation = try flag()
        tags.isrc = try optionalText()
        tags.musicBrainz.recording = try optionalText()
        tags.musicBrainz.track = try optionalText()
        tags.musicBrainz.release = try optionalText()
        tags.musicBrainz.releaseGroup = try optionalText()
        tags.musicBrainz.artists = try list()
        tags.musicBrainz.albumArtists = try list()
        tags.replayGain.trackGain = try optionalDouble()
        tags.replayGain.trackPeak = try optionalDouble()
        tags.replayGain.albumGain = try optionalDouble()
        tags.replayGain.albumPeak = try optionalDouble()
        tags.further = ExtendedTags(text: try optionalText())
        return tags
    }

    private mutating func lyrics() throws(WireError) -> [TagLyrics] {
        let (languages, texts) = (try list(), try list())
        guard languages.count == texts.count else { throw WireError() }
        return zip(languages, texts).map { TagLyrics(language: $0.isEmpty ? nil : $0, text: $1) }
    }

    private mutating func contributions() throws(WireError) -> [TrackTags.Contribution] {
        let (roles, names, parts) = (try list(), try list(), try list())
        guard roles.count == names.count, names.count == parts.count else { throw WireError() }
        var contributions: [TrackTags.Contribution] = []
        for (index, name) in names.enumerated() {
            guard let role = ArtistRole(rawValue: roles[index]) else { throw WireError() }
            contributions.append(
                TrackTags.Contribution(role: role, name: name, part: parts[index].isEmpty ? nil : parts[index]))
        }
        return contributions
    }
}
