package import Primitives

/// A moderator's reason for taking something down: a sentence that the affected user reads.
package struct ModerationReason: Sendable, Equatable {
    package static let longest = 1000

    package let text: String

    /// Throws `invalid` with the reason `reason_missing` for an empty or too long text.
    package init(_ text: String) throws(DomainError) {
        let text = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        guard (1...Self.longest).contains(text.count) else {
            throw .invalid("A reason has 1 to \(Self.longest) characters", field: "reason", reason: "reason_missing")
        }
        self.text = text
    }
}
