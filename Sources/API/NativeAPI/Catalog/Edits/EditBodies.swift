import Catalog
import HTTPSupport
import Primitives

extension JSONWriter {
    /// One field of a correction, as the API spells its value; left out when nil.
    mutating func field(_ field: TrackEdit.Field, _ value: TrackEdit.Value?) {
        guard let value else { return }
        key(text: field.rawValue)
        self.value(value)
    }

    mutating func value(_ value: TrackEdit.Value) {
        switch value {
        case .text(let text): self.value(text)
        case .list(let names): array(names) { $0.value($1) }
        case .number(let number): self.value(number)
        case .image(let key): self.value(ImagePath.text(key))
        }
    }
}

/// One correction in a track's history. In a change `before` and `after` are absent where the file's own value holds; `file` says
/// what that was.
struct EditRecordBody: JSONWritable {
    static let schema = Schema.object(
        required: [
            ("id", .text), ("at", .instant),
            ("by", .object(required: [], optional: [("id", .text), ("name", .text)])), ("changes", .array(.anything)),
        ], optional: [("undoes", .text)])

    let record: EditRecord

    func write(to json: inout JSONWriter) {
        json.object { json in
            json.field("id", record.id.rawValue)
            json.field("at", record.at)
            json.key("by")
            json.object { json in
                json.field("id", record.editor?.rawValue)
                json.field("name", record.editorName)
            }
            json.field("undoes", record.undoes?.rawValue)
            json.key("changes")
            json.array(record.changes) { json, change in
                json.object { json in
                    json.field("field", change.field.rawValue)
                    if let before = change.before {
                        json.key("before")
                        json.value(before)
                    }
                    if let after = change.after {
                        json.key("after")
                        json.value(after)
                    }
                    if let file = record.file[change.field] {
                        json.key("file")
                        json.value(file)
                    }
                }
            }
        }
    }
}
