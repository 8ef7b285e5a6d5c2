import Foundation
import Primitives

/// Rows as JSON and as CSV (RFC 4180).
enum PersonalText {
    static func json(_ row: PersonalRow, _ columns: [String]) -> String {
        let members = zip(columns, row.values).compactMap { column, value -> String? in
            guard let text = json(value) else { return nil }
            return quoted(column) + ":" + text
        }
        return "{" + members.joined(separator: ",") + "}"
    }

    private static func json(_ value: PersonalRow.Value) -> String? {
        switch value {
        case .text(let text): quoted(text)
        case .integer(let number): String(number)
        case .real(let number): number.isFinite ? String(number) : nil
        case .instant(let instant): quoted(iso(instant))
        case .nothing: nil
        }
    }

    static func quoted(_ text: String) -> String {
        var quoted = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": quoted += "\\\""
            case "\\": quoted += "\\\\"
            case "\n": quoted += "\\n"
            case "\r": quoted += "\\r"
            case "\t": quoted += "\\t"
            case _ where scalar.value < 0x20:
                quoted += "\\u00" + (scalar.value < 16 ? "0" : "") + String(scalar.value, radix: 16)
            default: quoted.unicodeScalars.append(scalar)
            }
        }
        return quoted + "\""
    }

    static func csv(_ row: PersonalRow) -> String {
        row.values.map { value in
            switch value {
            case .text(let text): cell(text)
            case .integer(let number): String(number)
            case .real(let number): String(number)
            case .instant(let instant): iso(instant)
            case .nothing: ""
            }
        }.joined(separator: ",") + "\r\n"
    }

    /// Spreadsheets take what begins with one of these for a formula; an apostrophe in front makes it text.
    static func cell(_ text: String) -> String {
        let isFormula = text.unicodeScalars.first.map { "=+-@\t\r".unicodeScalars.contains($0) } ?? false
        let text = isFormula ? "'" + text : text
        guard text.contains(where: { $0 == "\"" || $0 == "," || $0.isNewline }) else { return text }
        return "\"" + text.replacing("\"", with: "\"\"") + "\""
    }

    static func iso(_ instant: Timestamp) -> String {
        Date(timeIntervalSince1970: Double(instant.milliseconds) / 1000).formatted(
            Date.ISO8601FormatStyle(includingFractionalSeconds: true))
    }
}
