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
            guard !record.names.isEmpty else { return }
            json.key("names")
            json.object { json in
                for (name, reference) in named {
                    json.key(text: name)
                    json.object { json in
                        json.field("name", record.names[reference]?.name)
                        json.field("artist", record.names[reference]?.artist)
                    }
                }
            }
        }
    }

    /// What has a name: the subject, and details by what they are called.
    private var named: [(String, JournalReference)] {
        let details = record.details.map { ($0.key, JournalReference(kind: $0.key, id: $0.value)) }
        let all = [record.subjectReference.map { ("subject", $0) }].compactMap(\.self) + details.sorted { $0.0 < $1.0 }
        return all.filter { record.names[$0.1] != nil }
    }

    static let schema = Schema.object(
        required: [
            ("number", .integer), ("id", .text), ("at", .instant), ("action", .text), ("origin", .text),
            ("details", .anything), ("seal", .text),
        ],
        optional: [
            ("personId", .text), ("person", .text), ("subjectKind", .text), ("subjectId", .text), ("names", .anything),
        ])
}
