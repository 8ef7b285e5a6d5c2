/// Keeps runs of combining marks short. Putting the marks of one letter in order, which normalizing, comparing and
/// hashing text all do, takes the square of their number.
package struct MarkRun {
    /// Unicode's stream-safe text format allows as many (UAX #15, section 13). No language needs more than a few.
    package static let longest = 30

    private var length = 0

    package init() {}

    /// The text that follows what was given before, without the marks that are too many in a row.
    package mutating func limited(_ text: String) -> String {
        // Marks begin at U+0300, which is CC 80.
        guard text.utf8.contains(where: { $0 >= 0xCC }) else {
            if !text.isEmpty { length = 0 }
            return text
        }
        var kept = String.UnicodeScalarView()
        var isWhole = true
        for scalar in text.unicodeScalars {
            length = scalar.isMark ? length + 1 : 0
            if length <= Self.longest { kept.append(scalar) } else { isWhole = false }
        }
        return isWhole ? text : String(kept)
    }

    /// The UTF-8 text without the marks that are too many in a row.
    package static func limited(_ bytes: [UInt8]) -> [UInt8] {
        guard bytes.contains(where: { $0 >= 0xCC }) else { return bytes }
        let text = String(decoding: bytes, as: UTF8.self)
        let kept = text.streamSafe
        return kept.utf8.count == text.utf8.count ? bytes : Array(kept.utf8)
    }
}

extension String {
    /// The text without the combining marks that are too many in a row.
    package var streamSafe: String {
        // Most texts are names, which have no room for so many.
        guard utf8.count > 2 * MarkRun.longest else { return self }
        var run = MarkRun()
        return run.limited(self)
    }
}

extension Unicode.Scalar {
    fileprivate var isMark: Bool { value >= 0x0300 && properties.canonicalCombiningClass != .notReordered }
}
