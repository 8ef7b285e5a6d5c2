import Board
import Catalog
import HTTPSupport
import Primitives
import Shelf

/// A post as the caller sees it. `song` is present only when the caller may see the song's library. `track` in it is
/// present only while the catalog contains it.
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

/// A song to post on today's board.
struct PostDraftBody {
    static let schema = Schema.object(required: [("trackId", .text)], optional: [("caption", .text)])

    let draft: PostDraft

    init(_ fields: consuming JSONFields) throws(DomainError) {
        var fields = fields
        let track = ID<Track>(try fields.text("trackId", upTo: 64))
        let caption = try fields.optionalText("caption", upTo: PostDraft.longestCaption * 16)
        try fields.end()
        draft = try PostDraft(track: track, caption: caption)
    }
}

/// A moderator's hiding of something: only its author or owner and moderators see it.
struct HidingBody: JSONWritable {
    static let schema = Schema.object(required: [("at", .instant), ("reason", .text)], optional: [])

    private let at: Timestamp
    private let reason: String

    init(_ hiding: Hiding) {
        (at, reason) = (hiding.at, hiding.reason)
    }

    init(_ hiding: PlaylistHiding) {
        (at, reason) = (hiding.at, hiding.reason)
    }

    func write(to json: inout JSONWriter) {
        json.object { json in
            json.field("at", at)
            json.field("reason", reason)
        }
    }

    /// Reads a moderator's reason from a request.
    static func reason(_ fields: consuming JSONFields) throws(DomainError) -> String {
        var fields = fields
        let reason = try fields.text("reason", upTo: 8192)
        try fields.end()
        return reason
    }
}
