import Board
import Catalog
import HTTPSupport
import Primitives
import Shelf

/// A post as the caller sees it. `song` is there only when the caller was given the song's library, `track` in it only while the
/// catalogue knows it.
struct PostBody: JSONWritable {
    static let schema = Schema.object(
        required: [
            ("id", .text), ("date", .text), ("at", .instant), ("author", NamedPersonBody.schema), ("own", .flag),
            (
                "reactions",
                .array(
                    .object(
                        required: [
                            ("reaction", .choice(Reaction.allCases.map(\.rawValue))), ("count", .integer),
                            ("own", .flag),
                        ], optional: []))
            ),
            ("commentCount", .integer),
        ],
        optional: [
            ("caption", .text),
            (
                "song",
                .object(
                    required: [("title", .text), ("artist", .text)], optional: [("track", .named("TrackItem"))])
            ),
            ("hidden", HidingBody.schema),
        ])

    let item: PostItem
    let annotations: Annotations

    func write(to json: inout JSONWriter) {
        let post = item.post
        json.object { json in
            json.field("id", post.id.rawValue)
            json.field("date", post.day.text)
            json.field("at", post.at)
            json.field("author", NamedPersonBody(post.author))
            json.field("own", item.isOwn)
            if !post.caption.isEmpty { json.field("caption", post.caption) }
            if let song = post.song {
                json.key("song")
                json.object { json in
                    json.field("title", item.track?.title ?? song.title)
                    json.field("artist", song.artist)
                    if let track = item.track { json.field("track", TrackItemBody(track, annotations)) }
                }
            }
            json.key("reactions")
            json.array(post.reactions) { json, count in
                json.object { json in
                    json.field("reaction", count.reaction.rawValue)
                    json.field("count", count.count)
                    json.field("own", count.isOwn)
                }
            }
            json.field("commentCount", post.comments)
            if let hiding = post.hiding { json.field("hidden", HidingBody(hiding)) }
        }
    }
}
