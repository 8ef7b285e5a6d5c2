import Catalog
import Shelf
import HTTPSupport
import Listening
import Primitives

/// Everything about one track.
struct TrackBody: JSONWritable {
    let track: TrackDetails
    /// The caller's own plays of it.
    let plays: PlayCount
    let annotations: Annotations
    /// Where the file lies is for those who look after libraries.
    let showsPath: Bool

    func write(to json: inout JSONWriter) {
        json.object { json in
            TrackItemBody(track.item, annotations).writeMembers(to: &json)
            json.field("trackTotal", track.trackTotal)
            json.field("discTotal", track.discTotal)
            json.field("discSubtitle", track.discSubtitle)
            json.field("date", track.date)
            json.field("originalDate", track.originalDate)
            json.field("contributors", track.contributors.map(ContributorBody.init))
            json.field("comment", track.comment)
            json.field("lyrics", track.lyrics)
            json.field("bpm", track.beatsPerMinute)
            json.field("compilation", track.isCompilation)
            json.field("isrc", track.isrc)
            ExtendedTagsBody.writeMembers(track.further, to: &json)
            writeFile(to: &json)
            json.key("musicBrainz")
            json.object { json in
                json.field("recordingId", track.musicBrainzRecording)
                json.field("trackId", track.musicBrainzTrack)
                json.field("releaseId", track.musicBrainzRelease)
                json.field("releaseGroupId", track.musicBrainzReleaseGroup)
            }
            json.key("replayGain")
            json.object { json in
                json.field("trackGain", track.replayGain.trackGain)
                json.field("trackPeak", track.replayGain.trackPeak)
                json.field("albumGain", track.replayGain.albumGain)
                json.field("albumPeak", track.replayGain.albumPeak)
                json.field("baseGain", track.further.baseGain)
            }
            writeEdits(to: &json)
            if let giver = track.giver { json.field("givenBy", NamedPersonBody(giver)) }
            json.field("playCount", plays.plays)
            json.field("lastPlayedAt", plays.lastPlayedAt)
        }
    }

    private func writeFile(to json: inout JSONWriter) {
        json.field("codec", track.audio.codec)
        if track.audio.bitrate > 0 { json.field("bitrateKbps", track.audio.bitrate) }
        if track.audio.sampleRate > 0 { json.field("sampleRateHz", track.audio.sampleRate) }
        if track.audio.channels > 0 { json.field("channels", track.audio.channels) }
        if track.audio.bitDepth > 0 { json.field("bitDepth", track.audio.bitDepth) }
        json.field("sizeBytes", track.sizeBytes)
        json.field("fileName", String(decoding: track.path.name, as: UTF8.self))
        if showsPath { json.field("path", track.path.display) }
        json.field("modifiedAt", track.modifiedAt)
    }

    /// What is corrected, and what the file says there; absent where it says nothing.
    private func writeEdits(to json: inout JSONWriter) {
        json.field("edited", track.edit.fields.map(\.rawValue))
        guard let file = track.file else { return }
        json.key("file")
        json.object { json in
            for field in track.edit.fields { json.field(field, file[field]) }
        }
    }

    /// The members of `TrackItemBody` and these.
    static var schema: Schema {
        guard case .object(let required, let optional) = TrackItemBody.schema else { return .anything }
        return .object(
            required: required + [
                ("contributors", .array(.named("Contributor"))), ("compilation", .flag), ("codec", .text),
                ("sizeBytes", .integer),
                ("fileName", .text), ("modifiedAt", .instant),
                ("edited", .array(.choice(TrackEdit.Field.allCases.map(\.rawValue)))), ("musicBrainz", .anything),
                ("replayGain", .anything),
                ("playCount", .integer),
            ] + ExtendedTagsBody.required,
            optional: optional + [
                ("givenBy", NamedPersonBody.schema), ("path", .text), ("file", .anything), ("trackTotal", .integer),
                ("discTotal", .integer),
                ("discSubtitle", .text), ("date", .text),
                ("originalDate", .text),
                ("comment", .text), ("lyrics", .text), ("bpm", .integer), ("isrc", .text), ("bitrateKbps", .integer),
                ("sampleRateHz", .integer), ("channels", .integer), ("bitDepth", .integer), ("lastPlayedAt", .instant),
            ] + ExtendedTagsBody.optional)
    }
}

struct ContributorBody: JSONWritable {
    let credit: ArtistCredit

    func write(to json: inout JSONWriter) {
        json.object { json in
            json.field("id", credit.id.rawValue)
            json.field("name", credit.name)
            json.field("role", credit.role.rawValue)
            json.field("part", credit.part)
            json.field("musicBrainzId", credit.musicBrainz)
        }
    }

    static let schema = Schema.object(
        required: [("id", .text), ("name", .text), ("role", .choice(ArtistRole.allCases.map(\.rawValue)))],
        optional: [("part", .text), ("musicBrainzId", .text)]
    )
}
