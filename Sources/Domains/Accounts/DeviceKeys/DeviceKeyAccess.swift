package import Primitives

/// Whom a device key let in, and for what.
package struct DeviceKeyAccess: Sendable {
    /// For what goes on after its request was checked, and for services that journal.
    package let authenticated: Authenticated
    package let username: String
    /// See `User.pictureChangedAt`.
    package let pictureChangedAt: Timestamp?
    package let scopes: Set<DeviceKeyScope>
    package let keyID: ID<DeviceKey>

    package var principal: Principal { authenticated.principal }

    init(_ key: DeviceKey, of user: User) {
        authenticated = Authenticated(UserDeviceKey(key: key, user: user))
        username = user.username.text
        pictureChangedAt = user.pictureChangedAt
        scopes = key.scopes
        keyID = key.id
    }
}
