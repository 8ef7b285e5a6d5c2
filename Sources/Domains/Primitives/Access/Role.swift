/// The role of a user on this server. Each role may do everything that the ones before it may.
package enum Role: String, Sendable, CaseIterable, Codable {
    case anonymous, listener, contributor, moderator, admin

    /// The roles that an account can have. Every signed-in user has one of these.
    package static let assignable: [Role] = [.listener, .contributor, .moderator, .admin]

    /// THE table of who may do what (product.md, section 2). Nothing else in Rondo decides by role.
    package var permissions: Set<Permission> { Self.permissions[self] ?? [] }

    private static let permissions = Dictionary(uniqueKeysWithValues: allCases.map { ($0, $0.listedPermissions) })

    private var listedPermissions: Set<Permission> {
        switch self {
        case .anonymous:
            []
        case .listener:
            [.browse, .stream, .listen, .takePart, .manageOwnAccount]
        case .contributor:
            Role.listener.listedPermissions.union([.submit, .jukebox])
        case .moderator:
            Role.contributor.listedPermissions.union([.moderate])
        case .admin:
            Role.moderator.listedPermissions.union([.manageUsers, .manageLibraries, .administer])
        }
    }
}

/// A named right. Services and endpoint tables ask for permissions, never for roles.
package enum Permission: String, Sendable, CaseIterable, Codable {
    /// See and search the catalog, and see artwork.
    case browse
    /// Play approved music.
    case stream
    /// Store one's own history, queue and playback state.
    case listen
    /// Post, react and comment on the board.
    case takePart
    /// Change one's own profile, password, sessions and tokens.
    case manageOwnAccount
    /// Submit music and manage one's own pending submissions.
    case submit
    /// Play on the speakers that people share, where admins have switched them on.
    case jukebox
    /// Decide on submissions, hide posts, correct metadata and lyrics.
    case moderate
    /// Manage users, roles, password resets and invitations.
    case manageUsers
    /// Manage libraries, scans and broken files.
    case manageLibraries
    /// Read the journal and metrics, change settings, make and restore backups.
    case administer
}

/// The purpose of a bearer token (decision 0027). Each row of the endpoint table names the scopes that it needs.
package enum AccessScope: String, Sendable, CaseIterable, Codable {
    /// Read everything that the user sees, outside of administration.
    case read
    /// Change the user's own data, as far as a listener, contributor or moderator may.
    case write
    /// Administer, for an admin's token.
    case administer
    /// Make, change and release credentials: addresses, passwords, second factors, keys, tokens, sessions, links,
    /// invitations, accounts, and backups, which contain them all. No other scope includes it.
    case credentials

    /// The scopes of a token when none are named.
    package static let standard: Set<AccessScope> = [.read]

    /// Permissions that need the scope `administer`.
    package static let administrative = Role.admin.permissions.subtracting(Role.moderator.permissions)

    /// The names in the order of the cases.
    package static func names(_ scopes: Set<AccessScope>) -> [String] {
        allCases.filter(scopes.contains).map(\.rawValue)
    }

    /// Throws `invalid` with the field `scopes` for an unknown name and for no names at all.
    package static func named(_ names: some Sequence<String>) throws(DomainError) -> Set<AccessScope> {
        var scopes: Set<AccessScope> = []
        for name in names {
            guard let scope = AccessScope(rawValue: name) else {
                throw .invalid("Scopes are \(allCases.map(\.rawValue).joined(separator: ", "))", field: "scopes")
            }
            scopes.insert(scope)
        }
        guard !scopes.isEmpty else { throw .invalid("A token needs a scope", field: "scopes") }
        return scopes
    }
}
