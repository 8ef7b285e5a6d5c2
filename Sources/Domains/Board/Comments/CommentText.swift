package import Primitives

/// The words of a comment: one to a thousand characters.
package struct CommentText: Sendable, Equatable {
    package static let longest = 1000

    package let text: String

    package init(_ text: String) throws(DomainError) {
        self.text = try BoardText.checked(text, length: 1...Self.longest, field: "text")
    }
}
