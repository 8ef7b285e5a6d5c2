/// A device key as people see it in a list.
package struct ListedDeviceKey: Sendable {
    package let key: DeviceKey
    /// False once it has expired, and where the key file that it was made with is not there.
    package let isUsable: Bool

    package init(key: DeviceKey, isUsable: Bool) {
        self.key = key
        self.isUsable = isUsable
    }
}
