package import Primitives

/// A user whom a session, a bearer token or a device key has authenticated.
package struct Authenticated: Sendable, Equatable {
    package let principal: Principal
    package let credential: Credential
    /// The time when the session's user last typed the password; nil without a session.
    let confirmedAt: Timestamp?
    /// The user name's key; see `Username`.
    private let usernameKey: String

    init(_ session: SessionRecord, of user: User) {
        principal = user.principal(session: session.id)
        credential = .session(session.id)
        confirmedAt = session.confirmedAt
        usernameKey = user.username.key
    }

    init(_ token: AccessToken, of user: User) {
        principal = user.principal(
            grants: token.scopes.contains(.administer)
                ? nil : Set(Permission.allCases).subtracting(AccessScope.administrative),
            scopes: token.scopes)
        credential = .token(token.id)
        confirmedAt = nil
        usernameKey = user.username.key
    }

    init(_ key: DeviceKey, of user: User) {
        principal = user.principal(
            grants: key.scopes.reduce(into: []) { $0.formUnion($1.permissions) },
            scopes: key.scopes.reduce(into: []) { $0.formUnion($1.access) })
        credential = .deviceKey(key.id)
        confirmedAt = nil
        usernameKey = user.username.key
    }

    /// Whether this is the session of another user than the one with this name. Tokens and device keys belong to
    /// programs, which a proxy does not sign in.
    package func isSession(ofOtherThan name: String?) -> Bool {
        guard let name, case .session = credential else { return false }
        return Username.key(of: name) != usernameKey
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

/// The credential of a request.
package enum Credential: Sendable, Hashable {
    case session(ID<Session>)
    case token(ID<AccessToken>)
    case deviceKey(ID<DeviceKey>)

    var sessionID: ID<Session>? { if case .session(let id) = self { id } else { nil } }
    var tokenID: ID<AccessToken>? { if case .token(let id) = self { id } else { nil } }
    var deviceKeyID: ID<DeviceKey>? { if case .deviceKey(let id) = self { id } else { nil } }
}

/// A use of a credential: the time, for a token and a device key the address, and for a device key the client.
package struct CredentialUse: Sendable, Equatable {
    package let at: Timestamp
    /// An IP address.
    package let address: String?
    /// The name that the client gives itself.
    package let client: String?

    package init(at: Timestamp, from address: String? = nil, client: String? = nil) {
        self.at = at
        self.address = address
        self.client = client
    }

    /// Whether to record this use: once a minute, and whenever the address differs.
    func isWorthNoting(after last: CredentialUse) -> Bool {
        at.milliseconds - last.at.milliseconds >= 60_000 || address != last.address
    }
}

extension DomainError {
    /// The caller's account or session no longer exists.
    package static var signedOut: DomainError {
        DomainError(.unauthenticated, "Sign in first")
    }

    /// The caller has not typed the password recently.
    static var confirmationRequired: DomainError {
        DomainError(.forbidden, "Confirm your password first", reason: "confirmation_required")
    }
}
