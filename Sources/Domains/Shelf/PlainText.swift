import Foundation
import Primitives

/// Cleans text that users write for others: removes invisible characters and those that change the direction of other
/// text.
package enum PlainText {
    /// Text of several lines. Line ends become line feeds; white space at both ends is removed.
    package static func lines(_ text: String) -> String {
        var seen = String.UnicodeScalarView()
        let text = text.streamSafe.precomposedStringWithCanonicalMapping.replacing("\r\n", with: "\n")
        for scalar in text.unicodeScalars {
            switch scalar.properties.generalCategory {
            case _ where scalar == "\n" || scalar == "\u{200D}" || scalar == "\u{200C}": seen.append(scalar)
            case .control where scalar == "\r", .lineSeparator, .paragraphSeparator: seen.append("\n")
            case .control where scalar == "\t": seen.append(" ")
            case .control, .format, .surrogate, .privateUse, .unassigned: continue
            default: seen.append(scalar)
            }
        }
        return String(seen).trimmingCharacters(in: .whitespacesAndNewlines)
    }

    package static func line(_ text: String) -> String {
        lines(text).replacing("\n", with: " ")
    }

    /// Whether the text has a visible character. Joiners and fillers alone are invisible.
    package static func isVisible(_ text: String) -> Bool {
        text.unicodeScalars.contains { !$0.properties.isWhitespace && !$0.properties.isDefaultIgnorableCodePoint }
    }
}
