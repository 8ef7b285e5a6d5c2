package import Primitives

/// A person whom a session or a bearer token proved.
package struct Authenticated: Sendable, Equatable {
    package let principal: Principal
    package let credential: Credential
    /// When the session's person last typed the password; nil for a bearer token.
    let confirmedAt: Timestamp?

    init(_ session: HeldSession) {
        principal = Principal(
            user: session.user.id, role: session.user.role, session: session.session.id, libraries: session.user.scope)
        credential = .session(session.session.id)
        confirmedAt = session.session.confirmedAt
    }

    init(_ token: HeldToken) {
        principal = Principal(user: token.user.id, role: token.user.role, libraries: token.user.scope)
        credential = .token(token.token.id)
        confirmedAt = nil
    }
}
