/// Text out of hostile tags, made fit to store and show.
enum TagText {
    /// The longest text that is kept, in bytes of UTF-8.
    static let limit = 64 * 1024

    /// One line: no control characters, no space around it; nil when nothing is left.
    static func line(_ bytes: UnsafeRawBufferPointer) -> String? {
        if let plain = plain(bytes) { return plain }
        return cleaned(bytes, keepingLines: false)
    }

    /// As `line`, but line breaks (as "\n") and tabs stay.
    static func paragraphs(_ bytes: UnsafeRawBufferPointer) -> String? {
        cleaned(bytes, keepingLines: true)
    }

    /// The common case without a look at every scalar: printable ASCII that neither begins nor ends with a space.
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
