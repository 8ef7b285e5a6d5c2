/// A person with all their device keys, read together.
package struct UserDeviceKeys: Sendable {
    package let user: User
    package let keys: [DeviceKey]

    package init(user: User, keys: [DeviceKey]) {
        self.user = user
        self.keys = keys
    }
}
