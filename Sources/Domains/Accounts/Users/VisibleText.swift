import Foundation
import Primitives

/// What may appear in names that other people read.
enum VisibleText {
    /// False when `text` has the character that stands for bytes which were no text (U+FFFD), control, format (so also bidirectional), private, unassigned or invisible characters, line
    /// breaks, or more than eight combining marks in a row.
    static func allows(_ text: String) -> Bool {
        var marks = 0
        for scalar in text.unicodeScalars {
            if scalar == "\u{FFFD}" { return false }
            switch scalar.properties.generalCategory {
            case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator, .paragraphSeparator:
                return false
            case .nonspacingMark, .enclosingMark, .spacingMark:
                marks += 1
                if marks > 8 { return false }
            default:
                marks = 0
            }
            if scalar.properties.isDefaultIgnorableCodePoint, !scalar.properties.isVariationSelector { return false }
        }
        return true
    }

    /// A name or label of 1 to `maximum` characters with the white space at its ends removed.
    static func line(_ text: String, maximum: Int, field: String) throws(DomainError) -> String {
        let failure = DomainError.invalid("This must have 1 to \(maximum) visible characters", field: field)
        guard text.utf8.count <= maximum * 16 else { throw failure }
        let line = text.precomposedStringWithCanonicalMapping.trimmingCharacters(in: .whitespacesAndNewlines)
        guard (1...maximum).contains(line.unicodeScalars.count), allowsWithJoiners(line) else { throw failure }
        return line
    }

    /// Foreign text, such as a client's name, made fit to be stored and shown: at most `maximum` visible characters.
    static func clean(_ text: String, maximum: Int) -> String {
        var result = String.UnicodeScalarView()
        for scalar in text.unicodeScalars.prefix(maximum * 2) where result.count < maximum && allows(String(scalar)) {
            result.append(scalar)
        }
        return String(result).trimmingCharacters(in: .whitespaces)
    }

    /// Joiners stay: emoji and several scripts need them, and a display name is no identifier.
    private static func allowsWithJoiners(_ text: String) -> Bool {
        allows(String(String.UnicodeScalarView(text.unicodeScalars.filter { $0 != "\u{200D}" && $0 != "\u{200C}" })))
    }
}
