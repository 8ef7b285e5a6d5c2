/// A new device key with its text, which is shown this once, and the name that goes with it.
package struct IssuedDeviceKey: Sendable {
    package let key: DeviceKey
    package let text: String
    package let username: String
}
