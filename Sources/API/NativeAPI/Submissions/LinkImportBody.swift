import HTTPSupport
import Primitives
import Submissions

/// A file that the gateway fetches for somebody.
struct LinkImportBody: JSONWritable {
    static let schema = Schema.object(
        required: [
            ("id", .text), ("url", .text), ("state", .choice(LinkImport.State.allCases.map(\.rawValue))),
            ("received", .integer), ("createdAt", .instant), ("changedAt", .instant),
        ],
        optional: [("name", .text), ("total", .integer), ("wishId", .text), ("reason", .text), ("detail", .text)])

    let link: LinkImport
    /// How far it is by now, where that is known better than by `link`.
    let progress: LinkProgress?

    func write(to json: inout JSONWriter) {
        json.object { json in
            json.field("id", link.id.rawValue)
            json.field("url", link.address)
            json.field("state", link.state.rawValue)
            json.field("name", link.name)
            json.field("received", progress?.received ?? link.received)
            if let total = progress?.total ?? link.total { json.field("total", total) }
            json.field("wishId", link.wish?.rawValue)
            json.field("reason", link.failure?.rawValue)
            json.field("detail", link.failure?.detail)
            json.field("createdAt", link.createdAt)
            json.field("changedAt", link.changedAt)
        }
    }
}
