import Foundation
package import Primitives

/// A review as it is kept: plain text of 1 to 4000 characters on lines of their own.
package struct ReviewText: Sendable, Equatable {
    package static let longest = 4000
    package let text: String

    /// Nil for white space only. Line ends become line feeds, and what would not be seen, or would turn the text of others around,
    /// is left out.
    package init?(_ text: String, field: String) throws(DomainError) {
        let whole = Self.seen(text.precomposedStringWithCanonicalMapping)
            .trimmingCharacters(in: .whitespacesAndNewlines)
        guard whole.unicodeScalars.count <= Self.longest else {
            throw .invalid("A review has at most \(Self.longest) characters", field: field)
        }
        guard !whole.isEmpty else { return nil }
        self.text = whole
    }

    private static func seen(_ text: String) -> String {
        var seen = String.UnicodeScalarView()
        for scalar in text.replacing("\r\n", with: "\n").unicodeScalars {
            switch scalar.properties.generalCategory {
            case _ where scalar == "\n" || scalar == "\u{200D}" || scalar == "\u{200C}": seen.append(scalar)
            case .control where scalar == "\r", .lineSeparator, .paragraphSeparator: seen.append("\n")
            case .control where scalar == "\t": seen.append(" ")
            case .control, .format, .surrogate, .privateUse, .unassigned: continue
            default: seen.append(scalar)
            }
        }
        return String(seen)
    }
}
