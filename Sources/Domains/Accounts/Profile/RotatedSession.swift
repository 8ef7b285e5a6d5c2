package import Primitives

/// The new token of a session that goes on.
package struct RotatedSession: Sendable {
    package let sessionToken: String
    /// When the session ends whatever its use; it does not move.
    package let expiresAt: Timestamp
}
