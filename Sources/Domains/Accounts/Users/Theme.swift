/// How the web client looks; `system` follows the device.
package enum Theme: String, Sendable, CaseIterable {
    case system, light, dark
}
