import Catalog
import HTTPSupport

/// What a track's tags say beyond what lists show, as members of its body.
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
