package import Primitives

/// A new session and what the browser must keep of it.
package struct SignedIn: Sendable {
    package let authenticated: Authenticated
    package let user: User
    /// For the session cookie; it is told this once.
    package let sessionToken: String
    /// When the session ends whatever its use: the cookie's life.
    package let expiresAt: Timestamp
    /// For the device cookie, which lives for `DeviceTokens.lifetime`.
    package let deviceCookie: String
}
