package import Primitives

/// A moderator's decision that only its owner reads a playlist.
package struct PlaylistHiding: Sendable, Equatable {
    package let at: Timestamp
    /// The owner reads it.
    package let reason: String

    package init(at: Timestamp, reason: String) {
        self.at = at
        self.reason = reason
    }
}
