import Board
import Catalog
import HTTPSupport
import Primitives

/// A song for today's board.
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
