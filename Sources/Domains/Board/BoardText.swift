import Foundation
package import Primitives

/// The rule for what people write on the board: plain text of a bounded length, which no reader's screen is turned upside down by.
package enum BoardText {
    /// `text` in Unicode NFC with line ends as `\n`, at most two of them in a row, and no white space at its ends. Refused when it is
    /// too short or too long then, and for control, bidirectional, private and unassigned characters.
    package static func checked(
        _ text: String, length: ClosedRange<Int>, field: String
    ) throws(DomainError) -> String {
        let failure = DomainError.invalid(
            "\(field) must have \(length.lowerBound) to \(length.upperBound) characters, none of them control characters",
            field: field)
        guard text.utf8.count <= length.upperBound * 16 else { throw failure }
        var kept = String.UnicodeScalarView()
        var (lineEnds, userAnnotations) = (0, 0)
        let unified = text.replacing("\r\n", with: "\n").precomposedStringWithCanonicalMapping
        for scalar in unified.unicodeScalars {
            let isLineEnd = scalar == "\n" || scalar == "\r"
            lineEnds = isLineEnd ? lineEnds + 1 : 0
            if lineEnds > 2 { continue }
            userAnnotations = isMark(scalar) ? userAnnotations + 1 : 0
            guard isLineEnd || isAllowed(scalar), userAnnotations <= 8 else { throw failure }
            kept.append(isLineEnd ? "\n" : scalar)
        }
        let result = String(kept).trimmingCharacters(in: .whitespacesAndNewlines)
        guard length.contains(result.unicodeScalars.count) else { throw failure }
        return result
    }

    private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .spacingMark: true
        default: false
        }
    }

    /// Joiners, variation selectors and the tags of flags stay: emoji and several scripts need them.
    private static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "\u{200C}", "\u{200D}", "\u{E0020}"..."\u{E007F}": return true
        case "\u{FFFD}": return false
        default: break
        }
        switch scalar.properties.generalCategory {
        case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator, .paragraphSeparator: return false
        default: return !scalar.properties.isDefaultIgnorableCodePoint || scalar.properties.isVariationSelector
        }
    }
}
