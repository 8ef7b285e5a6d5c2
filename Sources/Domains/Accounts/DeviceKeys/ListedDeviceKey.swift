/// A device key as people see it in a list.
package struct ListedDeviceKey: Sendable {
    package let key: DeviceKey
    /// False once it has expired, and where the key file that it was made with is not there.
    package let isUsable: Bool
    /// What came of it and ends with it, oldest first.
    package let products: [TokenProduct]

    package init(key: DeviceKey, isUsable: Bool, products: [TokenProduct] = []) {
        self.key = key
        self.isUsable = isUsable
        self.products = products
    }
}
