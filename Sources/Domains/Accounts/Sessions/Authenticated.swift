package import Primitives

/// A person whom a session, a bearer token or a device key proved.
package struct Authenticated: Sendable, Equatable {
    package let principal: Principal
    package let credential: Credential
    /// When the session's person last typed the password; nil for what is no session.
    let confirmedAt: Timestamp?

    init(_ session: UserSession) {
        principal = session.user.principal(session: session.session.id)
        credential = .session(session.session.id)
        confirmedAt = session.session.confirmedAt
    }

    init(_ token: UserToken) {
        principal = token.user.principal(
            grants: token.token.scopes.contains(.administer)
                ? nil : Set(Permission.allCases).subtracting(AccessScope.administrative),
            scopes: token.token.scopes)
        credential = .token(token.token.id)
        confirmedAt = nil
    }

    init(_ held: UserDeviceKey) {
        principal = held.user.principal(
            grants: held.key.scopes.reduce(into: []) { $0.formUnion($1.permissions) },
            scopes: held.key.scopes.reduce(into: []) { $0.formUnion($1.access) })
        credential = .deviceKey(held.key.id)
        confirmedAt = nil
    }
}

extension User {
    fileprivate func principal(
        session: ID<Session>? = nil, grants: Set<Permission>? = nil, scopes: Set<AccessScope>? = nil
    ) -> Principal {
        Principal(
            user: id, role: role, session: session, libraries: scope, maximumBitrate: bitrateLimit,
            limits: terms.limits, grants: grants, scopes: scopes)
    }
}
