/// Decodes text files that do not state their encoding.
package enum TextDecoding {
    /// Decodes by the byte order mark; else as UTF-16 if every other byte at the beginning is zero; else as UTF-8 if it
    /// is valid; else as Windows-1252, which includes Latin-1. Line breaks and tabs stay, other control characters are
    /// removed.
    package static func text(_ bytes: [UInt8]) -> String {
        cleaned(decoded(bytes))
    }

    private static func decoded(_ bytes: [UInt8]) -> String {
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { return String(decoding: bytes.dropFirst(3), as: UTF8.self) }
        if let text = markedUTF16(bytes) { return text }
        let sample = bytes.prefix(256)
        if sample.count >= 4 {
            let (even, odd) = zeros(sample)
            if odd * 3 > sample.count, even == 0 { return utf16(bytes[...], isLittle: true) }
            if even * 3 > sample.count, odd == 0 { return utf16(bytes[...], isLittle: false) }
        }
        return String(validating: bytes, as: UTF8.self) ?? windows(bytes)
    }

    private static func zeros(_ bytes: ArraySlice<UInt8>) -> (even: Int, odd: Int) {
        var counts = (even: 0, odd: 0)
        for (index, byte) in bytes.enumerated() where byte == 0 {
            if index.isMultiple(of: 2) { counts.even += 1 } else { counts.odd += 1 }
        }
        return counts
    }

    /// The text of UTF-16 with a byte order mark; nil for bytes without one.
    package static func markedUTF16(_ bytes: [UInt8]) -> String? {
        let isLittle = bytes.starts(with: [0xFF, 0xFE])
        return isLittle || bytes.starts(with: [0xFE, 0xFF]) ? utf16(bytes.dropFirst(2), isLittle: isLittle) : nil
    }

    /// - Parameter isLittle: whether the low byte of each unit comes first.
    package static func utf16(_ bytes: ArraySlice<UInt8>, isLittle: Bool) -> String {
        var units: [UInt16] = []
        units.reserveCapacity(bytes.count / 2)
        var index = bytes.startIndex
        while index + 1 < bytes.endIndex {
            let (first, second) = (UInt16(bytes[index]), UInt16(bytes[index + 1]))
            units.append(isLittle ? second << 8 | first : first << 8 | second)
            index += 2
        }
        return String(decoding: units, as: UTF16.self)
    }

    private static func windows(_ bytes: [UInt8]) -> String {
        var text = String.UnicodeScalarView()
        for byte in bytes {
            text.append((0x80...0x9F).contains(byte) ? upper[Int(byte) - 0x80] : Unicode.Scalar(byte))
        }
        return String(text)
    }

    /// 0x80 to 0x9F in Windows-1252; unassigned codes are U+FFFD.
    private static let upper: [Unicode.Scalar] = [
        "€", "\u{FFFD}", "‚", "ƒ", "„", "…", "†", "‡", "ˆ", "‰", "Š", "‹", "Œ", "\u{FFFD}", "Ž", "\u{FFFD}",
        "\u{FFFD}", "‘", "’", "“", "”", "•", "–", "—", "˜", "™", "š", "›", "œ", "\u{FFFD}", "ž", "Ÿ",
    ]

    private static func cleaned(_ text: String) -> String {
        let isPlain = text.unicodeScalars.allSatisfy {
            $0.value >= 0x20 && !(0x7F...0x9F).contains($0.value) || $0 == "\n"
        }
        if isPlain { return text }
        var result = String.UnicodeScalarView()
        var previous: Unicode.Scalar = " "
        for scalar in text.unicodeScalars {
            defer { previous = scalar }
            switch scalar {
            case "\r", "\u{85}", "\u{2028}", "\u{2029}": result.append("\n")
            case "\n" where previous == "\r": continue
            case "\n", "\t": result.append(scalar)
            case "\u{FEFF}": continue
            default: if scalar.properties.generalCategory != .control { result.append(scalar) }
            }
        }
        return String(result)
    }
}
