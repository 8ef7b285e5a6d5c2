package import Primitives

/// What a device key may be used for. A surface checks the scope that each of its endpoints needs; what a key can never do is kept from
/// it by the permissions alone.
package enum DeviceKeyScope: String, Sendable, CaseIterable, Codable {
    /// See the catalogue and what its person keeps.
    case read
    /// Change what its person keeps: history, queue, likes, playlists; take part in the board.
    case write
    /// Hear music.
    case stream
    /// Administer, for an admin's key.
    case admin

    /// What a key gets when nobody says otherwise.
    package static let standard: Set<DeviceKeyScope> = [.read, .write, .stream]

    /// The person's own account is in none: no key can change a password, or make another credential.
    package var permissions: Set<Permission> {
        switch self {
        case .read: [.browse, .listen]
        case .write: [.listen, .takePart, .submit]
        case .stream: [.stream]
        case .admin: [.manageUsers, .manageLibraries, .administer]
        }
    }

    /// The same as a bearer token would have it. No key has `credentials`; accounts it makes within `DeviceKeyRules`.
    var access: Set<AccessScope> {
        switch self {
        case .read, .stream: [.read]
        case .write: [.write]
        case .admin: [.administer]
        }
    }
}
