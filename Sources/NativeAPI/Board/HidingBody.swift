import Board
import HTTPSupport
import Primitives

/// That a moderator has hidden something: only its author and moderators come across it.
struct HidingBody: JSONWritable {
    static let schema = Schema.object(required: [("at", .instant), ("reason", .text)], optional: [])

    let hiding: Hiding

    init(_ hiding: Hiding) {
        self.hiding = hiding
    }

    func write(to json: inout JSONWriter) {
        json.object { json in
            json.field("at", hiding.at)
            json.field("reason", hiding.reason)
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
