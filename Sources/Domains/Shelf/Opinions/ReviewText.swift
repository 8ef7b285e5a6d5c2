package import Primitives

/// A review as it is kept: plain text of 1 to 4000 characters on lines of their own.
package struct ReviewText: Sendable, Equatable {
    package static let longest = 4000
    package let text: String

    /// Nil for white space only. Line ends become line feeds, and what would not be seen, or would turn the text of others around,
    /// is left out.
    package init?(_ text: String, field: String) throws(DomainError) {
        let whole = PlainText.lines(text)
        guard whole.unicodeScalars.count <= Self.longest else {
            throw .invalid("A review has at most \(Self.longest) characters", field: field)
        }
        guard !whole.isEmpty else { return nil }
        self.text = whole
    }
}
