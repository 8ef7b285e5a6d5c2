import Catalog
import HTTPSupport
import Listening
import Primitives
import Shelf
import Streaming

/// A song as `Child`.
struct SongBody: Sendable {
    private let track: TrackDetails
    private let plays: PlayCount?
    private let annotation: Annotation
    private let bookmark: Duration?
    /// The format that `stream` sends when the request names none; nil where it sends the original file.
    private let conversion: TranscodeFormat?
    /// The folder of the song's file, where folders are browsed.
    private let folder: ID<Folder>?

    init(_ track: TrackDetails, _ userAnnotations: UserAnnotations, in folder: ID<Folder>? = nil) {
        self.track = track
        self.folder = folder
        plays = userAnnotations.listening.tracks[track.item.id]
        annotation = userAnnotations.annotations[track.item.id]
        bookmark = userAnnotations.listening.positions[track.item.id]
        conversion = Self.conversion(of: track.audio, upTo: userAnnotations.bitrateCeiling)
    }

    var id: ID<Track> { track.item.id }

    func write(to writer: inout ReplyWriter) {
        let item = track.item
        writer.bareText("id", "tr-", item.id.rawValue)
        writer.attribute("isDir", false)
        writer.attribute("title", item.title)
        guard writer.detail != .minimal else { return }
        if let folder {
            writer.bareText("parent", "fo-", folder.rawValue)
        } else {
            writer.bareText("parent", "al-", item.album.rawValue)
        }
        writer.attribute("album", item.albumName)
        writer.attribute("artist", item.artists.credit)
        writer.attribute("track", item.trackNumber)
        writer.attribute("discNumber", item.discNumber)
        writer.attribute("year", item.year)
        writer.attribute("genre", item.genres.first)
        writer.cover(item.cover, "tr-", item.id.rawValue)
        writer.attribute("size", track.sizeBytes)
        writer.attribute("contentType", track.audio.mediaType)
        writer.attribute("suffix", suffix)
        if let conversion {
            writer.attribute("transcodedContentType", conversion.mediaType)
            writer.attribute("transcodedSuffix", conversion.rawValue)
        }
        writer.duration(item.durationMilliseconds)
        writer.attribute("bitRate", track.audio.bitrate)
        writer.attribute("path", track.path.display)
        writer.attribute("isVideo", false)
        writer.bareText("type", "music")
        writer.attribute("created", item.addedAt)
        writer.bareText("albumId", "al-", item.album.rawValue)
        if let artist = item.artists.first { writer.bareText("artistId", "ar-", artist.id.rawValue) }
        writer.attribute("playCount", plays?.plays ?? 0)
        writer.attribute("bookmarkPosition", bookmark.map { Int($0.wholeMilliseconds) })
        writer.annotation(annotation, average: true)
        if writer.detail == .full { writeAdditions(to: &writer) }
    }

    private static func conversion(of audio: AudioProperties, upTo ceiling: Int?) -> TranscodeFormat? {
        guard let ceiling else { return nil }
        switch StreamPlan.make(for: audio, StreamRequest(), ceiling: ceiling) {
        case .original: return nil
        case .cut(let encoding), .encoded(let encoding): return encoding.format
        }
    }

    /// Writes the members that OpenSubsonic has added. A member that this server supports is present even when it is
    /// empty.
    private func writeAdditions(to writer: inout ReplyWriter) {
        let (item, audio, extendedTags) = (track.item, track.audio, track.extendedTags)
        writer.bareText("mediaType", "song")
        writer.attribute("played", plays?.lastPlayedAt)
        writer.attribute("bitDepth", audio.bitDepth)
        writer.attribute("samplingRate", audio.sampleRate)
        writer.attribute("channelCount", audio.channels)
        writer.attribute("bpm", item.beatsPerMinute ?? 0)
        writer.attribute("comment", track.comment ?? "")
        writer.attribute("sortName", extendedTags.titleSort ?? "")
        writer.attribute("musicBrainzId", track.musicBrainzRecording ?? "")
        writer.attribute("displayArtist", extendedTags.artistCredit ?? item.artists.credit)
        writer.attribute("displayAlbumArtist", extendedTags.albumArtistCredit ?? item.albumArtists.credit)
        let composers = track.contributors.filter { $0.role == .composer }.map(\.name)
        writer.attribute("displayComposer", composers.joined(separator: ", "))
        writer.bareText("explicitStatus", extendedTags.advisory?.rawValue ?? "")
        writer.texts("isrc", extendedTags.isrcs.isEmpty ? track.isrc.map { [$0] } ?? [] : extendedTags.isrcs)
        writer.genres(item.genres)
        writer.references("artists", item.artists)
        writer.references("albumArtists", item.albumArtists)
        writeContributors(to: &writer)
        writer.texts("moods", extendedTags.moods)
        writer.texts("groupings", extendedTags.groupings)
        writer.array("works", extendedTags.works) { writer, work in
            writer.attribute("name", work.name)
            writer.attribute("musicBrainzId", work.musicBrainz)
        }
        writer.array("movements", extendedTags.movements) { writer, movement in
            writer.attribute("name", movement.name)
            writer.attribute("number", movement.number)
            writer.attribute("count", movement.count)
        }
        writer.object("replayGain") { writer in
            writer.attribute("trackGain", track.replayGain.trackGain)
            writer.attribute("albumGain", track.replayGain.albumGain)
            writer.attribute("trackPeak", track.replayGain.trackPeak)
            writer.attribute("albumPeak", track.replayGain.albumPeak)
            writer.attribute("baseGain", extendedTags.baseGain)
        }
    }

    /// Writes the contributors except those named by `artists` and `albumArtists`, unless their instrument is known.
    private func writeContributors(to writer: inout ReplyWriter) {
        let others = track.contributors.filter {
            $0.part != nil || ($0.role != .performer && $0.role != .albumArtist)
        }
        writer.array("contributors", others) { writer, credit in
            writer.bareText("role", credit.role.rawValue)
            writer.attribute("subRole", credit.part)
            writer.object("artist") { writer in
                writer.bareText("id", "ar-", credit.id.rawValue)
                writer.attribute("name", credit.name)
            }
        }
    }

    /// The file name's extension where it is a few plain characters, else the usual one of the codec.
    private var suffix: String {
        if let dot = track.path.name.lastIndex(of: UInt8(ascii: ".")) {
            let suffix = track.path.name[(dot + 1)...]
            let isPlain = suffix.allSatisfy { byte in
                (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
                    || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
            }
            if isPlain, (1...5).contains(suffix.count) { return String(decoding: suffix, as: UTF8.self).lowercased() }
        }
        return track.audio.codec
    }
}
