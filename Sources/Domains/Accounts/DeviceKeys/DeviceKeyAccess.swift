package import Primitives

/// The user whom a device key admits, and its scopes.
package struct DeviceKeyAccess: Sendable {
    /// For work that continues after the request was checked, and for services that write journal entries.
    package let authenticated: Authenticated
    package let username: String
    /// See `User.pictureChangedAt`.
    package let pictureChangedAt: Timestamp?
    package let scopes: Set<DeviceKeyScope>
    package let keyID: ID<DeviceKey>

    package var principal: Principal { authenticated.principal }

    init(_ key: DeviceKey, of user: User) {
        authenticated = Authenticated(key, of: user)
        username = user.username.text
        pictureChangedAt = user.pictureChangedAt
        scopes = key.scopes
        keyID = key.id
    }
}

/// The credential of a remote client. The account's password is none of these: no device signs in with it.
package enum DeviceCredential: Sendable {
    case apiKey(String)
    /// `token` is the hexadecimal md5 of the key's text and `salt`.
    case token(username: String, token: String, salt: String)
    /// A device key in place of a password.
    case password(username: String, password: String)
    /// The signature of an address by `SignedPictureURLs`. It is valid only for the picture of `subject`, which the
    /// caller must check.
    case picture(proof: String, subject: String)

    /// Whether it only loads a picture. The loader need not be the client of the key, so this is not recorded as a use.
    package var isPicture: Bool {
        if case .picture = self { true } else { false }
    }
}

/// A device key with its text in plain, for comparison.
struct OpenedDeviceKey: Sendable {
    let text: [UInt8]
    let access: DeviceKeyAccess
    let expiresAt: Timestamp?
    /// The latest use at the time when the key was read.
    let lastUsedAt: Timestamp?

    /// Nil for a disabled user's key, and for one that the ring cannot open.
    init?(_ key: DeviceKey, of user: User, with ring: DeviceKeyRing) {
        guard !user.disabled, let text = ring.open(key.secret, of: key.id, for: user.id) else { return nil }
        self.text = text
        access = DeviceKeyAccess(key, of: user)
        expiresAt = key.expiresAt
        lastUsedAt = key.lastUse?.at
    }

    func isLive(at now: Timestamp) -> Bool {
        expiresAt.map { now < $0 } ?? true
    }
}
