package import Primitives

/// A person whom a session or a bearer token proved.
package struct Authenticated: Sendable, Equatable {
    package let principal: Principal
    package let credential: Credential

    init(_ session: HeldSession) {
        principal = Principal(user: session.user.id, role: session.user.role, session: session.session.id)
        credential = .session(session.session.id)
    }

    init(_ token: HeldToken) {
        principal = Principal(user: token.user.id, role: token.user.role)
        credential = .token(token.token.id)
    }
}
