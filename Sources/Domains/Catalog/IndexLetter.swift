/// Under which letter of an alphabet beside a list a sort key is found.
package enum IndexLetter {
    /// `#` for digits, signs and nothing. Scripts of syllables and of thousands of signs have one entry each.
    package static func of(_ sortKey: String) -> String {
        guard let first = sortKey.unicodeScalars.first, first.properties.isAlphabetic else { return "#" }
        switch first.value {
        case 0x3040...0x30FF, 0x31F0...0x31FF, 0xFF66...0xFF9D: return "あ"
        case 0x1100...0x11FF, 0x3130...0x318F, 0xAC00...0xD7AF: return "가"
        case 0x2E80...0x2FDF, 0x3400...0x9FFF, 0xF900...0xFAFF, 0x20000...0x3FFFF: return "漢"
        default: return String(first).uppercased()
        }
    }
}
