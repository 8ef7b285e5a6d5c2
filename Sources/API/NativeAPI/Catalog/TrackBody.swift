package import Catalog
package import HTTPSupport
import Listening
import Primitives
package import Shelf

/// All details of one track.
struct TrackBody: JSONWritable {
    let track: TrackDetails
    /// The caller's own plays of the track.
    let plays: PlayCount
    let annotations: Annotations
    /// Whether the file's path is included; only users who manage libraries see it.
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

    /// Writes the corrected fields and the file's own values; a value is absent where the file has none.
    private func writeEdits(to json: inout JSONWriter) {
        json.field("edited", track.edit.fields.map(\.rawValue))
        guard let file = track.file else { return }
        json.key("file")
        json.object { json in
            for field in track.edit.fields { json.field(field, file[field]) }
        }
    }

    /// The members of `TrackItemBody` and the further ones.
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

/// A track in a list: the contract's `TrackItem`.
package struct TrackItemBody: JSONWritable {
    package static let schema = Schema.object(
        required: [
            ("id", .text), ("title", .text),
            (
                "artists",
                .array(.object(required: [("id", .text), ("name", .text), ("role", .text)], optional: []))
            ),
            ("albumId", .text), ("album", .text),
            ("albumArtists", .array(.named("ArtistReference"))),
            ("durationMs", .integer), ("genres", .array(.text)), ("mediaType", .text), ("addedAt", .instant),
        ] + AnnotationFields.required,
        optional: [
            ("trackNumber", .integer), ("discNumber", .integer), ("year", .integer), ("cover", .text),
            ("missing", .flag), ("explicit", .flag),
        ] + CoverBody.optional + AnnotationFields.optional)

    private let item: TrackItem
    private let annotation: Annotation

    package init(_ item: TrackItem, _ annotations: Annotations) {
        self.item = item
        annotation = annotations[item.id]
    }

    package func write(to json: inout JSONWriter) {
        json.object { writeMembers(to: &$0) }
    }

    /// Writes the members without the braces, for bodies that add to them.
    package func writeMembers(to json: inout JSONWriter) {
        json.field("id", item.id.rawValue)
        json.field("title", item.title)
        json.key("artists")
        json.array(item.artists) { json, artist in
            json.object { json in
                json.field("id", artist.id.rawValue)
                json.field("name", artist.name)
                json.field("role", "performer")
            }
        }
        json.field("albumId", item.album.rawValue)
        json.field("album", item.albumName)
        json.field("albumArtists", item.albumArtists.map(ArtistReferenceBody.init))
        json.field("trackNumber", item.trackNumber)
        json.field("discNumber", item.discNumber)
        json.field("durationMs", item.durationMilliseconds)
        json.field("year", item.year)
        json.field("genres", item.genres)
        json.field("cover", item.cover.map(ImagePath.text))
        CoverBody.writeMembers(item.coverFacts, to: &json)
        AnnotationFields.write(annotation, to: &json)
        json.field("mediaType", item.mediaType)
        json.field("addedAt", item.addedAt)
        if item.isMissing { json.field("missing", true) }
        if item.isExplicit { json.field("explicit", true) }
    }
}

/// The extended tags of a track, beyond those in lists, as members of its body.
enum ExtendedTagsBody {
    static func writeMembers(_ tags: ExtendedTags, to json: inout JSONWriter) {
        json.field("sortTitle", tags.titleSort)
        json.field("artistCredit", tags.artistCredit)
        json.field("albumArtistCredit", tags.albumArtistCredit)
        json.field("moods", tags.moods)
        json.field("groupings", tags.groupings)
        json.key("works")
        json.array(tags.works) { json, work in
            json.object { json in
                json.field("name", work.name)
                json.field("musicBrainzId", work.musicBrainz)
            }
        }
        json.key("movements")
        json.array(tags.movements) { json, movement in
            json.object { json in
                json.field("name", movement.name)
                json.field("number", movement.number)
                json.field("count", movement.count)
            }
        }
        json.field("isrcs", tags.isrcs)
        json.field("advisory", tags.advisory?.rawValue)
        json.field("recordLabels", tags.recordLabels)
        json.field("releaseTypes", tags.releaseTypes)
        json.field("releaseDate", tags.releaseDate)
        json.field("albumVersion", tags.albumVersion)
    }

    static let required: [(String, Schema)] = [
        ("moods", .array(.text)), ("groupings", .array(.text)),
        ("works", .array(.object(required: [("name", .text)], optional: [("musicBrainzId", .text)]))),
        (
            "movements",
            .array(.object(required: [("name", .text)], optional: [("number", .integer), ("count", .integer)]))
        ),
        ("isrcs", .array(.text)), ("recordLabels", .array(.text)), ("releaseTypes", .array(.text)),
    ]
    static let optional: [(String, Schema)] = [
        ("sortTitle", .text), ("artistCredit", .text), ("albumArtistCredit", .text), advisory,
        ("releaseDate", .text), ("albumVersion", .text),
    ]

    static let advisory: (String, Schema) = ("advisory", .choice(Advisory.allCases.map(\.rawValue)))
}
