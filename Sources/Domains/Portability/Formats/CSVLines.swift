import Primitives

/// Splits CSV (RFC 4180) into rows as it arrives, by commas or another separator.
struct CSVLines {
    private static let longest = 64 << 10

    private let separator: UInt8
    private var cells: [[UInt8]] = [[]]
    private var size = 0
    private var isQuoted = false
    private var wasQuote = false

    init(separator: UInt8 = UInt8(ascii: ",")) {
        self.separator = separator
    }

    mutating func feed(_ bytes: some Sequence<UInt8>) throws(DomainError) -> [[String]] {
        var rows: [[String]] = []
        for byte in bytes {
            size += 1
            guard size <= Self.longest else { throw .unreadableImport }
            if isQuoted, !wasQuote, byte != UInt8(ascii: "\"") {
                cells[cells.count - 1].append(byte)
                continue
            }
            switch byte {
            case UInt8(ascii: "\""):
                if wasQuote {
                    cells[cells.count - 1].append(byte)
                    wasQuote = false
                } else if isQuoted {
                    wasQuote = true
                } else {
                    isQuoted = true
                }
                continue
            case separator: cells.append([])
            case UInt8(ascii: "\n"): if let row = take() { rows.append(row) }
            case UInt8(ascii: "\r"): break
            default: cells[cells.count - 1].append(byte)
            }
            isQuoted = false
            wasQuote = false
        }
        return rows
    }

    /// The last row, if no line break ends it.
    mutating func end() -> [String]? {
        take()
    }

    private mutating func take() -> [String]? {
        defer {
            cells = [[]]
            size = 0
        }
        let row = cells.map { String(decoding: $0, as: UTF8.self) }
        return row == [""] ? nil : row
    }
}
