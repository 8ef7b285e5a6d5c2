/// The user of an account. The record itself is `Accounts.User`.
package enum Person {}
/// A browser that is signed in.
package enum Session {}

/// The caller of a service. A surface builds it from the request's credential, and services check it.
package struct Principal: Sendable, Equatable {
    package let user: ID<Person>
    package let role: Role
    /// The browser session; nil for a bearer token, a device key or the command line.
    package let session: ID<Session>?
    /// The music that the caller sees.
    package let libraries: LibraryScope
    /// The highest bitrate of the caller's streams, in kbit/s; nil for no limit.
    package let maximumBitrate: Int?
    /// The limits of the caller's plan. For the bitrate use `maximumBitrate`, which may be the user's own.
    package let limits: PlanLimits
    /// The permissions of the credential; nil where it has all of the user's. They narrow what the role allows.
    package let grants: Set<Permission>?
    /// The scopes of a bearer token or device key; nil for a browser session and the command line, which have all of
    /// the user's rights.
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

    /// Throws `forbidden` unless both the caller's role and credential allow `permission`.
    package func require(_ permission: Permission) throws(DomainError) {
        guard role.permissions.contains(permission) else {
            throw DomainError(.forbidden, "Your role does not allow this")
        }
        guard may(permission) else {
            throw Self.scopeMissing
        }
    }

    /// Throws `forbidden` with the reason `scope_missing` for a token without all of the scopes in `needed`.
    package func require(_ needed: Set<AccessScope>) throws(DomainError) {
        guard let scopes, !needed.isSubset(of: scopes) else { return }
        throw Self.scopeMissing
    }

    private static var scopeMissing: DomainError {
        DomainError(.forbidden, "Your token or key does not allow this", reason: "scope_missing")
    }
}

/// A user as other users see them, beside a post, wish, submission, decision or share.
package struct NamedPerson: Sendable, Equatable {
    package let id: ID<Person>
    package let name: String
    package let picture: BlobKey?

    package init(id: ID<Person>, name: String, picture: BlobKey?) {
        self.id = id
        self.name = name
        self.picture = picture
    }
}
