import Catalog
import HTTPSupport
import Primitives
import Sharing

/// What a visitor sees of a share: no id but those of its tracks, and nothing about its owner but the name.
struct SharedContentsBody: JSONWritable {
    static let schema = Schema.object(
        required: [
            ("owner", .text), ("title", .text), ("kind", .choice(["track", "album", "playlist", "mix"])),
            ("artists", .array(.text)),
            (
                "tracks",
                .array(
                    .object(
                        required: [
                            ("id", .text), ("title", .text), ("artists", .array(.text)), ("album", .text),
                            ("durationMs", .integer), ("mediaType", .text),
                        ], optional: []))
            ),
        ], optional: [("description", .text), ("expiresAt", .instant)])

    let contents: ShareContents

    func write(to json: inout JSONWriter) {
        json.object { json in
            json.field("owner", contents.owner)
            json.field("title", contents.heading.title)
            json.field("kind", contents.heading.kind.rawValue)
            json.field("artists", contents.heading.artists)
            json.field("description", contents.share.description)
            json.field("expiresAt", contents.share.expiresAt)
            json.key("tracks")
            json.array(contents.tracks) { json, track in
                json.object { json in
                    json.field("id", track.id.rawValue)
                    json.field("title", track.title)
                    json.field("artists", track.artists.map(\.name))
                    json.field("album", track.albumName)
                    json.field("durationMs", track.durationMilliseconds)
                    json.field("mediaType", track.mediaType)
                }
            }
        }
    }
}
