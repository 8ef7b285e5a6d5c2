package import Primitives

/// A session as people see it in a list.
package struct ListedSession: Sendable {
    package let session: SessionRecord
    /// Whether it is the one that asks.
    package let isCurrent: Bool
    /// When it ends if it is not used again.
    package let endsAt: Timestamp
}
