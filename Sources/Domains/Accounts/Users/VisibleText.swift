import Foundation
import Primitives

/// The rules for names that other users see.
enum VisibleText {
    /// False when `text` contains the replacement character (U+FFFD), control, format (including bidirectional),
    /// private, unassigned or invisible characters, line breaks, or more than eight combining marks in a row.
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

    /// The text of a name or label of 1 to `maximum` characters, without white space at its ends.
    static func line(_ text: String, maximum: Int, field: String) throws(DomainError) -> String {
        let failure = DomainError.invalid("This must have 1 to \(maximum) visible characters", field: field)
        guard text.utf8.count <= maximum * 16 else { throw failure }
        let line = text.precomposedStringWithCanonicalMapping.trimmingCharacters(in: .whitespacesAndNewlines)
        guard (1...maximum).contains(line.unicodeScalars.count), allowsWithJoiners(line) else { throw failure }
        return line
    }

    /// Foreign text, such as a client's name, cleaned for storage and display: at most `maximum` visible characters.
    static func clean(_ text: String, maximum: Int) -> String {
        var result = String.UnicodeScalarView()
        for scalar in text.unicodeScalars.prefix(maximum * 2) where result.count < maximum && allows(String(scalar)) {
            result.append(scalar)
        }
        return String(result).trimmingCharacters(in: .whitespaces)
    }

    /// Allows joiners: emoji and several scripts need them, and a display name is no identifier.
    private static func allowsWithJoiners(_ text: String) -> Bool {
        allows(String(String.UnicodeScalarView(text.unicodeScalars.filter { $0 != "\u{200D}" && $0 != "\u{200C}" })))
    }
}

/// Maps confusable names to one text: `Ada`, `ADA`, fullwidth `ａｄａ` and the same with a Cyrillic а.
///
/// Letters of other scripts become the Latin ones whose shape they share in either case (a small part of Unicode's
/// confusables, UTS 39 §4). The result only compares the names of this server's users, and is never shown.
package enum ConfusableNames {
    package static func of(_ name: String) -> String {
        let plain = name.precomposedStringWithCompatibilityMapping.lowercased()
        var skeleton = String.UnicodeScalarView()
        for scalar in plain.unicodeScalars where !scalar.properties.isWhitespace {
            skeleton.append(shapes[scalar] ?? scalar)
        }
        return String(skeleton).precomposedStringWithCompatibilityMapping
    }

    private static let shapes: [Unicode.Scalar: Unicode.Scalar] = {
        let pairs = [
            // Cyrillic; some look the same only as capitals.
            ("авеёкмнорстухіјѕԁһӏԛԝ", "abeekmhopctyxijsdhlqw"),
            // Greek
            ("αβεηικμνορτυχγ", "abenikmvoptuxy"),
            // Armenian, and Latin without a dot or with another hook
            ("օսհոցɑɡı", "ouhngagi"),
        ]
        var shapes: [Unicode.Scalar: Unicode.Scalar] = [:]
        for (others, latin) in pairs {
            for (other, letter) in zip(others.unicodeScalars, latin.unicodeScalars) { shapes[other] = letter }
        }
        return shapes
    }()
}
