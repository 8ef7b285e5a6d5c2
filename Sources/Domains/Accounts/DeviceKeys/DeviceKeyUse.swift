package import Primitives

/// When a device key was used last, by what and from where.
package struct DeviceKeyUse: Sendable, Equatable {
    package let at: Timestamp
    /// The name that the client gives itself.
    package let client: String
    package let address: String

    package init(at: Timestamp, client: String, address: String) {
        self.at = at
        self.client = client
        self.address = address
    }
}
