package import Primitives

/// A moderator's decision that others shall not see a post or a comment.
package struct Hiding: Sendable, Equatable {
    package let at: Timestamp
    /// The author reads it.
    package let reason: String

    package init(at: Timestamp, reason: String) {
        self.at = at
        self.reason = reason
    }
}
