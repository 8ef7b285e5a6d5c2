import Primitives

/// A device key with its person, read together.
package struct UserDeviceKey: Sendable {
    package let key: DeviceKey
    package let user: User

    package init(key: DeviceKey, user: User) {
        self.key = key
        self.user = user
    }

    func isLive(at now: Timestamp) -> Bool {
        !user.disabled && key.isLive(at: now)
    }
}
