package import HTTPSupport
package import Journal
import Primitives

/// An entry of the journal, as the console, exports and commands show it.
package struct JournalRecordBody: JSONWritable {
    private let record: JournalRecord

    package init(record: JournalRecord) {
        self.record = record
    }

    package func write(to json: inout JSONWriter) {
        json.object { json in
            json.field("number", record.number)
            json.field("id", record.id)
            json.field("at", record.at)
            json.field("action", record.action)
            json.field("personId", record.actor.user?.rawValue)
            json.field("person", record.actorName)
            json.field("origin", record.actor.origin)
            json.field("subjectKind", record.subject?.kind)
            json.field("subjectId", record.subject?.id)
            json.key("details")
            json.object { json in
                for (name, value) in record.details.sorted(by: { $0.key < $1.key }) {
                    json.key(text: name)
                    json.value(value)
                }
            }
            json.field("seal", record.seal.hex)
        }
    }

    static let schema = Schema.object(
        required: [
            ("number", .integer), ("id", .text), ("at", .instant), ("action", .text), ("origin", .text),
            ("details", .anything), ("seal", .text),
        ],
        optional: [("personId", .text), ("person", .text), ("subjectKind", .text), ("subjectId", .text)])
}
