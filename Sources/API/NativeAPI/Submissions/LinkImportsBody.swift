import HTTPSupport
import Submissions

/// Somebody's imports, and what may be imported.
struct LinkImportsBody: JSONWritable {
    static let schema = Schema.object(
        required: [("items", .array(.named("Import"))), ("open", .flag), ("hosts", .array(.text))], optional: [])

    let items: [LinkImportBody]
    let rules: LinkRules

    func write(to json: inout JSONWriter) {
        json.object { json in
            json.field("items", items)
            json.field("open", rules.isEnabled)
            json.field("hosts", rules.hosts.map(\.text))
        }
    }
}
