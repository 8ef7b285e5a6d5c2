/// The person in an account; the record itself is `Accounts.User`'s business.
package enum Person {}
/// A signed-in browser.
package enum Session {}

/// Who is asking. A surface builds it from what the request proved; services check it.
package struct Principal: Sendable, Equatable {
    package let user: ID<Person>
    package let role: Role
    /// The browser session, nil for a bearer token, a device key or the command line.
    package let session: ID<Session>?
    /// Whose music the caller gets to see.
    package let libraries: LibraryScope
    /// The most that the caller's streams may take, in kbit/s; nil for no limit.
    package let maximumBitrate: Int?
    /// What the caller's plan allows. For bitrate `maximumBitrate` says it, which may be the person's own.
    package let limits: PlanLimits
    /// What the credential was made for; nil where it stands for the whole person. It narrows what the role allows.
    package let grants: Set<Permission>?
    /// What a bearer token was made for; nil for a browser session and the command line, which stand for the whole person.
    package let scopes: Set<AccessScope>?

    package init(
        user: ID<Person>, role: Role, session: ID<Session>? = nil, libraries: LibraryScope = .everything,
        maximumBitrate: Int? = nil, limits: PlanLimits = .none, grants: Set<Permission>? = nil,
        scopes: Set<AccessScope>? = nil
    ) {
        self.user = user
        self.role = role
        self.session = session
        self.libraries = libraries
        self.maximumBitrate = maximumBitrate
        self.limits = limits
        self.grants = grants
        self.scopes = scopes
    }

    package func may(_ permission: Permission) -> Bool {
        role.permissions.contains(permission) && grants?.contains(permission) ?? true
    }

    /// Throws `forbidden` unless the caller's role, and what the caller came with, allow `permission`.
    package func require(_ permission: Permission) throws(DomainError) {
        guard role.permissions.contains(permission) else {
            throw DomainError(.forbidden, "Your role does not allow this")
        }
        guard may(permission) else {
            throw Self.scopeMissing
        }
    }

    /// Throws `forbidden` with the reason `scope_missing` for a token that was not made for all of `needed`.
    package func require(_ needed: Set<AccessScope>) throws(DomainError) {
        guard let scopes, !needed.isSubset(of: scopes) else { return }
        throw Self.scopeMissing
    }

    private static var scopeMissing: DomainError {
        DomainError(.forbidden, "What you signed in with does not allow this", reason: "scope_missing")
    }
}
