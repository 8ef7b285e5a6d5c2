import Foundation

/// What people write for others to read, without what would not be seen or would turn the text of others around.
package enum PlainText {
    /// Line ends become line feeds; white space at the ends goes.
    package static func lines(_ text: String) -> String {
        var seen = String.UnicodeScalarView()
        let text = text.precomposedStringWithCanonicalMapping.replacing("\r\n", with: "\n")
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

    /// Whether there is anything of it to be seen: joiners and fillers alone are nothing.
    package static func isVisible(_ text: String) -> Bool {
        text.unicodeScalars.contains { !$0.properties.isWhitespace && !$0.properties.isDefaultIgnorableCodePoint }
    }
}
