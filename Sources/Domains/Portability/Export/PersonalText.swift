import Foundation
package import Primitives

/// Formats rows as JSON and as CSV (RFC 4180).
enum PersonalText {
    static func json(_ row: PersonalRow, _ columns: [String]) -> String {
        let members = zip(columns, row.values).compactMap { column, value -> String? in
            guard let text = json(value) else { return nil }
            return JSONText.quoted(column) + ":" + text
        }
        return "{" + members.joined(separator: ",") + "}"
    }

    private static func json(_ value: PersonalRow.Value) -> String? {
        switch value {
        case .text(let text): JSONText.quoted(text)
        case .integer(let number): String(number)
        case .real(let number): number.isFinite ? String(number) : nil
        case .instant(let instant): JSONText.quoted(iso(instant))
        case .nothing: nil
        }
    }

    static func csv(_ row: PersonalRow) -> String {
        row.values.map { value in
            switch value {
            case .text(let text): cell(text)
            case .integer(let number): String(number)
            case .real(let number): number.isFinite ? String(number) : ""
            case .instant(let instant): iso(instant)
            case .nothing: ""
            }
        }.joined(separator: ",") + "\r\n"
    }

    /// A CSV cell. Spreadsheets treat text that begins with one of these characters as a formula; a leading apostrophe
    /// makes it plain text.
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

/// The first entry of an export. It states the format, so that another Rondo server recognizes it.
enum ExportManifest {
    static let name = "rondo-export.json"

    static func text(of sections: [String], at instant: Timestamp) -> String {
        """
        {"format":"rondo-export","version":1,"exportedAt":\(JSONText.quoted(PersonalText.iso(instant))),\
        "sections":[\(sections.map(JSONText.quoted).joined(separator: ","))]}

        """
    }
}

/// The path of a picture in an archive: `pictures/KEY.jpg`.
package enum PictureFile {
    /// The column that contains the path.
    package static let column = "picture"
    private static let folder = "pictures/"
    private static let ending = ".jpg"

    package static func name(of key: BlobKey) -> String { folder + key.hex + ending }

    /// The key in a path; nil for any other path.
    package static func key(of name: String) -> BlobKey? {
        guard name.hasPrefix(folder), name.hasSuffix(ending) else { return nil }
        return BlobKey(hex: String(name.dropFirst(folder.count).dropLast(ending.count)))
    }
}
