import Foundation
package import Primitives

/// The rule for text on the board: plain text of a limited length, which cannot disturb the display of other text.
package enum BoardText {
    /// Returns `text` in Unicode NFC with line ends as `\n`, at most two of them in a row, and no white space at its
    /// ends. Throws `invalid` when the result is too short or too long, or contains control, bidirectional, private or
    /// unassigned characters.
    package static func checked(
        _ text: String, length: ClosedRange<Int>, field: String
    ) throws(DomainError) -> String {
        let failure = DomainError.invalid(
            "\(field) must have \(length.lowerBound) to \(length.upperBound) characters, none of them control characters",
            field: field)
        guard text.utf8.count <= length.upperBound * 16 else { throw failure }
        var accepted = String.UnicodeScalarView()
        var (lineEnds, marks) = (0, 0)
        let unified = text.replacing("\r\n", with: "\n").precomposedStringWithCanonicalMapping
        for scalar in unified.unicodeScalars {
            let isLineEnd = scalar == "\n" || scalar == "\r"
            lineEnds = isLineEnd ? lineEnds + 1 : 0
            if lineEnds > 2 { continue }
            marks = isMark(scalar) ? marks + 1 : 0
            guard isLineEnd || isAllowed(scalar), marks <= 8 else { throw failure }
            accepted.append(isLineEnd ? "\n" : scalar)
        }
        let result = String(accepted).trimmingCharacters(in: .whitespacesAndNewlines)
        guard length.contains(result.unicodeScalars.count) else { throw failure }
        return result
    }

    private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .spacingMark: true
        default: false
        }
    }

    /// Whether a character may be used. Joiners, variation selectors and the tags of flags may: emoji and several
    /// scripts need them.
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
