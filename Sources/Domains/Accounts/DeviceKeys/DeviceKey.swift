package import Primitives

/// A key for one remote client, as it is stored: hashed for lookup, sealed for comparison, never in plain text.
package struct DeviceKey: Sendable, Equatable {
    package static let maximumPerUser = 32
    package static let maximumLabelLength = 100
    /// The time for which an expired key stays in the list, so that its owner sees why that player stopped.
    package static let retention = Duration.seconds(30 * 86_400)

    package let id: ID<DeviceKey>
    package let user: ID<Person>
    package let label: String
    package let scopes: Set<DeviceKeyScope>
    package let secret: SealedSecret
    package let createdAt: Timestamp
    package let expiresAt: Timestamp?
    /// Nil until the key is used.
    package let lastUse: CredentialUse?

    package init(
        id: ID<DeviceKey>, user: ID<Person>, label: String, scopes: Set<DeviceKeyScope>, secret: SealedSecret,
        createdAt: Timestamp, expiresAt: Timestamp? = nil, lastUse: CredentialUse? = nil
    ) {
        self.id = id
        self.user = user
        self.label = label
        self.scopes = scopes
        self.secret = secret
        self.createdAt = createdAt
        self.expiresAt = expiresAt
        self.lastUse = lastUse
    }

    func isLive(at now: Timestamp) -> Bool {
        expiresAt.map { now < $0 } ?? true
    }
}

/// The purpose of a device key. A surface checks the scope that each of its endpoints needs. The permissions alone keep
/// a key from everything that no key may do.
package enum DeviceKeyScope: String, Sendable, CaseIterable, Codable {
    /// Read the catalog and the user's own data.
    case read
    /// Change the user's own data: history, queue, likes, playlists; take part in the board.
    case write
    /// Play music.
    case stream
    /// Administer, for an admin's key.
    case admin

    /// The scopes of a key when none are named.
    package static let standard: Set<DeviceKeyScope> = [.read, .write, .stream]

    /// No scope includes the user's own account: no key can change a password or make another credential.
    package var permissions: Set<Permission> {
        switch self {
        case .read: [.browse, .listen]
        case .write: [.listen, .takePart, .submit, .jukebox]
        case .stream: [.stream]
        case .admin: [.manageUsers, .manageLibraries, .administer]
        }
    }

    /// The equivalent scopes of a bearer token. No key has `credentials`; it makes accounts within `DeviceKeyRules`.
    var access: Set<AccessScope> {
        switch self {
        case .read, .stream: [.read]
        case .write: [.write]
        case .admin: [.administer]
        }
    }
}
