import Board
import HTTPSupport
import Primitives
import Shelf

/// That a moderator has hidden something: only its author or owner and moderators come across it.
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

    /// A moderator's reason in a request.
    static func reason(_ fields: consuming JSONFields) throws(DomainError) -> String {
        var fields = fields
        let reason = try fields.text("reason", upTo: 8192)
        try fields.end()
        return reason
    }
}
