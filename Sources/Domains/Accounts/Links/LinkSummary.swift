package import Primitives

/// What somebody who holds a link may know about it.
package struct LinkSummary: Sendable {
    package let purpose: AccountLink.Purpose
    package let username: String?
    package let expiresAt: Timestamp?
}
