import Primitives
import GRDB

extension Row {
    /// The image that a column names.
    func blobKey(_ column: String) -> BlobKey? {
        let hex: String? = self[column]
        return hex.flatMap { BlobKey(hex: $0) }
    }
}

extension Array {
    /// Runs of at most `count` elements.
    func chunks(of count: Int) -> [ArraySlice<Element>] {
        stride(from: 0, to: self.count, by: count).map { self[$0..<Swift.min($0 + count, self.count)] }
    }
}

/// A JSON array of strings, which one bound value of `json_each` spreads into rows.
struct JSONList: DatabaseValueConvertible, Sendable {
    fileprivate let text: String

    init(_ values: some Sequence<String>) {
        var text = "["
        for value in values {
            text += text.utf8.count == 1 ? "\"" : ",\""
            // Ids, as a rule: there is nothing in them to escape.
            if value.utf8.allSatisfy({ $0 >= 0x20 && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\") }) {
                text += value
            } else {
                for scalar in value.unicodeScalars { text += Self.escaped(scalar) }
            }
            text += "\""
        }
        self.text = text + "]"
    }

    var databaseValue: DatabaseValue { text.databaseValue }

    static func fromDatabaseValue(_ value: DatabaseValue) -> JSONList? { nil }

    private static func escaped(_ scalar: Unicode.Scalar) -> String {
        switch scalar {
        case "\"": "\\\""
        case "\\": "\\\\"
        case _ where scalar.value < 0x20:
            "\\u00" + (scalar.value < 0x10 ? "0" : "") + String(scalar.value, radix: 16)
        default: String(scalar)
        }
    }
}

/// A JSON array of arrays of strings: rows for `json_each`.
struct JSONRows: DatabaseValueConvertible {
    private let text: String

    init(_ rows: some Sequence<[String]>) {
        text = "[" + rows.map { JSONList($0).text }.joined(separator: ",") + "]"
    }

    var databaseValue: DatabaseValue { text.databaseValue }

    static func fromDatabaseValue(_ value: DatabaseValue) -> JSONRows? { nil }
}
