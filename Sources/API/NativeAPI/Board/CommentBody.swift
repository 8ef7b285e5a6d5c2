import Board
import HTTPSupport
import Primitives

/// A comment as the caller sees it.
struct CommentBody: JSONWritable {
    static let schema = Schema.object(
        required: [
            ("id", .text), ("date", .text), ("at", .instant), ("author", NamedPersonBody.schema), ("own", .flag),
            ("text", .text),
        ],
        optional: [("postId", .text), ("hidden", HidingBody.schema)])

    let comment: Comment
    let reader: ID<Person>

    func write(to json: inout JSONWriter) {
        json.object { json in
            json.field("id", comment.id.rawValue)
            json.field("date", comment.day.text)
            json.field("postId", comment.post?.rawValue)
            json.field("at", comment.at)
            json.field("author", NamedPersonBody(comment.author))
            json.field("own", comment.author.id == reader)
            json.field("text", comment.text)
            if let hiding = comment.hiding { json.field("hidden", HidingBody(hiding)) }
        }
    }

    /// What somebody wants to say.
    static func text(_ fields: consuming JSONFields) throws(DomainError) -> CommentText {
        var fields = fields
        let text = try fields.text("text", upTo: CommentText.longest * 16)
        try fields.end()
        return try CommentText(text)
    }
}
