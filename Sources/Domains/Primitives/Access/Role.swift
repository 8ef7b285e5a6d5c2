/// What a person is in this gateway. Later roles may do everything that earlier ones may.
package enum Role: String, Sendable, CaseIterable, Codable {
    case anonymous, listener, contributor, moderator, admin

    /// The roles that an account can have: everyone signed in has one of these.
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
            Role.listener.listedPermissions.union([.submit])
        case .moderator:
            Role.contributor.listedPermissions.union([.moderate])
        case .admin:
            Role.moderator.listedPermissions.union([.manageUsers, .manageLibraries, .administer])
        }
    }
}

/// A named right. Services and endpoint tables ask for permissions, never for roles.
package enum Permission: String, Sendable, CaseIterable, Codable {
    /// See the catalogue, search it, see artwork.
    case browse
    /// Hear approved music.
    case stream
    /// Keep one's own history, queue and playback state.
    case listen
    /// Post, react and comment on the board.
    case takePart
    /// Change one's own profile, password, sessions and tokens.
    case manageOwnAccount
    /// Give music and manage one's own pending submissions.
    case submit
    /// Decide on submissions, hide posts, correct metadata and lyrics.
    case moderate
    /// Users, roles, resets, invitations.
    case manageUsers
    /// Libraries, scans, broken files.
    case manageLibraries
    /// Journal, settings, backups, metrics.
    case administer
}
