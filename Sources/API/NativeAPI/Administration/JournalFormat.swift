import HTTPSupport
package import Journal
package import NIOCore
import Primitives

/// The formats in which the journal is exported.
package enum JournalFormat: String, Sendable, CaseIterable {
    /// One JSON object per line.
    case jsonl
    /// RFC 4180, with a header row.
    case csv

    package var mediaType: String {
        switch self {
        case .jsonl: "application/jsonl"
        case .csv: "text/csv; charset=utf-8"
        }
    }

    /// The bytes before the first entry.
    package var head: ByteBuffer {
        switch self {
        case .jsonl: ByteBuffer()
        case .csv:
            ByteBuffer(
                string: "number,id,at,action,personId,person,origin,subjectKind,subjectId,details,seal\r\n")
        }
    }

    package func lines(_ records: [JournalRecord]) -> ByteBuffer {
        var lines = ByteBuffer()
        for record in records {
            switch self {
            case .jsonl:
                var json = JSONWriter(capacity: 512)
                record.write(to: &json)
                lines.writeImmutableBuffer(json.buffer)
                lines.writeStaticString("\n")
            case .csv: lines.writeString(Self.row(record))
            }
        }
        return lines
    }

    private static func row(_ record: JournalRecord) -> String {
        var details = JSONWriter(capacity: 128)
        details.object { json in
            for (name, value) in record.details.sorted(by: { $0.key < $1.key }) {
                json.key(text: name)
                json.value(value)
            }
        }
        let cells = [
            "\(record.number)", record.id, ISO8601.text(of: record.at), record.action,
            record.actor.user?.rawValue ?? "", record.actorName ?? "", record.actor.origin, record.subject?.kind ?? "",
            record.subject?.id ?? "", String(buffer: details.buffer), record.seal.hex,
        ]
        return cells.map(cell).joined(separator: ",") + "\r\n"
    }

    /// Spreadsheets evaluate text that begins like a formula, and users choose their own names.
    private static func cell(_ text: String) -> String {
        var text = text
        if let first = text.first, "=+-@\t\r".contains(first) { text = "'" + text }
        guard text.contains(where: { $0 == "," || $0 == "\"" || $0.isNewline }) else { return text }
        return "\"" + text.replacing("\"", with: "\"\"") + "\""
    }
}
