import Primitives

/// Cleans text from untrusted tags for storage and display.
enum TagText {
    /// The longest stored text, in bytes of UTF-8.
    static let limit = 64 * 1024

    /// One line without control characters and surrounding spaces; nil when nothing is left.
    static func line(_ bytes: UnsafeRawBufferPointer) -> String? {
        if let plain = plain(bytes) { return plain }
        return cleaned(bytes, keepingLines: false)
    }

    /// Like `line`, but with line breaks (as "
    /// ") and tabs.
    static func paragraphs(_ bytes: UnsafeRawBufferPointer) -> String? {
        cleaned(bytes, keepingLines: true)
    }

    /// The fast path, without decoding scalars: printable ASCII that neither begins nor ends with a space.
    private static func plain(_ bytes: UnsafeRawBufferPointer) -> String? {
        guard (1...limit).contains(bytes.count), bytes.allSatisfy({ (0x20..<0x7F).contains($0) }),
            bytes.first != 0x20, bytes.last != 0x20
        else { return nil }
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func cleaned(_ bytes: UnsafeRawBufferPointer, keepingLines: Bool) -> String? {
        let text = String(decoding: bytes.prefix(2 * limit), as: UTF8.self)
        var kept = String.UnicodeScalarView()
        var room = limit
        var previous: Unicode.Scalar = "\0"
        for scalar in text.unicodeScalars {
            var scalar = scalar
            let before = previous
            previous = scalar
            switch scalar {
            case "\r", "\n":
                if scalar == "\n", before == "\r" { continue }
                scalar = keepingLines ? "\n" : " "
            case "\t": scalar = keepingLines ? "\t" : " "
            case "\u{2028}", "\u{2029}": scalar = keepingLines ? "\n" : " "
            case "\u{FEFF}": continue
            default:
                if scalar.properties.generalCategory == .control { continue }
            }
            if kept.isEmpty, scalar.properties.isWhitespace { continue }
            let size = UTF8.width(scalar)
            guard size <= room else { break }
            room -= size
            kept.append(scalar)
        }
        while let last = kept.last, last.properties.isWhitespace { kept.removeLast() }
        return kept.isEmpty ? nil : String(kept)
    }
}

/// Parses numbers from untrusted text. An unsuitable text gives nil, and nothing traps.
enum BoundedNumber {
    /// Decimal digits and nothing else, at most nine of them.
    static func digits(_ bytes: some Collection<UInt8>) -> Int? {
        guard (1...9).contains(bytes.count) else { return nil }
        var value = 0
        for byte in bytes {
            guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return nil }
            value = value &* 10 &+ Int(byte &- UInt8(ascii: "0"))
        }
        return value
    }

    /// A number from 1 to 99,999: the number or the total of tracks or discs.
    static func ordinal(_ bytes: some Collection<UInt8>) -> Int? {
        guard let value = digits(trimmed(bytes)), (1...99_999).contains(value) else { return nil }
        return value
    }

    /// Parses "3" or "3/12".
    static func ordinalAndTotal(_ text: String) -> (ordinal: Int?, total: Int?) {
        let parts = text.utf8.split(separator: UInt8(ascii: "/"), maxSplits: 1, omittingEmptySubsequences: false)
        return (parts.first.flatMap { ordinal($0) }, parts.count > 1 ? ordinal(parts[1]) : nil)
    }

    /// The decimal number that `text` begins with ("-7.89 dB", "0,98"), within `range`; nil for anything else.
    static func decimal(_ text: String, in range: ClosedRange<Double>) -> Double? {
        var plain: [UInt8] = []
        for byte in trimmed(text.utf8).prefix(24) {
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."): plain.append(byte)
            case UInt8(ascii: ","): plain.append(UInt8(ascii: "."))
            case UInt8(ascii: "+"), UInt8(ascii: "-"):
                guard plain.isEmpty else { return nil }
                plain.append(byte)
            default:
                guard byte == UInt8(ascii: " ") || byte == UInt8(ascii: "d") || byte == UInt8(ascii: "D") else {
                    return nil
                }
                return value(plain, in: range)
            }
        }
        return value(plain, in: range)
    }

    private static func value(_ plain: [UInt8], in range: ClosedRange<Double>) -> Double? {
        guard let number = Double(String(decoding: plain, as: UTF8.self)), range.contains(number) else { return nil }
        return number
    }

    private static func trimmed<Bytes: Collection<UInt8>>(_ bytes: Bytes) -> ArraySlice<UInt8> {
        var rest = Array(bytes.prefix(64))[...]
        while rest.first == UInt8(ascii: " ") { rest.removeFirst() }
        while rest.last == UInt8(ascii: " ") { rest.removeLast() }
        return rest
    }
}

/// Normalizes dates from tags to `YYYY`, `YYYY-MM` or `YYYY-MM-DD`.
enum TagDate {
    /// Accepts "2004", "2004-05-06T10:00:00", "2004/05/06" and "20040506", and returns the part that is a real date.
    /// Nil for years before 1000 or after 2999.
    static func normalized(_ text: String) -> String? {
        let bytes = Array(text.utf8.prefix(32))
        let head = bytes.prefix { isDigit($0) }
        guard head.count == 4 || head.count == 8, let year = BoundedNumber.digits(head.prefix(4)),
            (1000...2999).contains(year)
        else { return nil }
        var month: Int?
        var day: Int?
        if head.count == 8 {
            month = BoundedNumber.digits(head.dropFirst(4).prefix(2))
            day = BoundedNumber.digits(head.dropFirst(6))
        } else {
            let rest = bytes.dropFirst(4).split(omittingEmptySubsequences: false) { !isDigit($0) }
            // The rest after the year begins with a separator, so that its first part is empty.
            if rest.count > 1, rest[1].count <= 2 { month = BoundedNumber.digits(rest[1]) }
            if rest.count > 2, rest[2].count <= 2 { day = BoundedNumber.digits(rest[2]) }
        }
        let yearText = String(year)
        guard let month, (1...12).contains(month) else { return yearText }
        let monthText = "\(yearText)-\(two(month))"
        return day.flatMap { LocalDay(text: "\(monthText)-\(two($0))") }?.text ?? monthText
    }

    private static func isDigit(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }

    private static func two(_ number: Int) -> String {
        number < 10 ? "0\(number)" : String(number)
    }
}

/// Parses MusicBrainz identifiers from untrusted tags.
enum TagIdentifiers {
    /// The UUIDs in lower case. Several in one value are separated by characters that no UUID contains.
    static func all(_ values: [String]) -> [String] {
        Array(
            values.flatMap { $0.split { "/;, ".contains($0) } }.prefix(RawTags.listLimit).compactMap { part in
                let text = part.lowercased()
                let bytes = Array(text.utf8)
                guard bytes.count == 36 else { return nil }
                for (index, byte) in bytes.enumerated() {
                    switch index {
                    case 8, 13, 18, 23: guard byte == UInt8(ascii: "-") else { return nil }
                    default:
                        guard
                            (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
                                || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte)
                        else { return nil }
                    }
                }
                return text
            })
    }
}
