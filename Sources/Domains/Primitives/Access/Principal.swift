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

    /// Whether `other` is the same user with the same role, libraries and credential's permissions.
    package func hasSameRights(as other: Principal) -> Bool {
        user == other.user && role == other.role && libraries == other.libraries && grants == other.grants
            && scopes == other.scopes
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
            throw Self.scopeMissing(permission.neededScope)
        }
    }

    /// Throws `forbidden` with the reason `scope_missing` for a token without all of the scopes in `needed`.
    package func require(_ needed: Set<AccessScope>) throws(DomainError) {
        guard let scopes, !needed.isSubset(of: scopes) else { return }
        let missing = needed.subtracting(scopes)
        if missing == [.administer] { throw Self.scopeMissing(Permission.administer.neededScope) }
        // No device key has `credentials`.
        let kind = missing.contains(.credentials) ? "a token" : "one"
        let names = AccessScope.names(missing).joined(separator: " and ")
        throw Self.scopeMissing("\(kind) with the \(missing.count == 1 ? "scope" : "scopes") \(names)")
    }

    /// - Parameter needed: the credential that would do, as in "one with the scope read".
    private static func scopeMissing(_ needed: String) -> DomainError {
        DomainError(.forbidden, "Your token or key does not allow this. Use \(needed)", reason: "scope_missing")
    }
}

extension Permission {
    /// The credential that has this permission, in words. Tokens lack only what `administer` allows; the scopes of
    /// device keys divide the rest.
    fileprivate var neededScope: String {
        switch self {
        case .browse: "one with the scope read"
        case .stream: "one with the scope stream"
        case .listen: "one with the scope read or write"
        case .takePart, .submit, .jukebox: "one with the scope write"
        case .manageOwnAccount, .moderate: "a token, or sign in with your password"
        case .manageUsers, .manageLibraries, .administer:
            "a token with the scope administer, or a key with the scope admin"
        }
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
