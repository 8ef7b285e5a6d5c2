/// What somebody asks of a new device key.
package struct DeviceKeyDraft: Sendable {
    package var label: String
    package var scopes: Set<DeviceKeyScope>
    /// From now, 1 to 3650; nil for never.
    package var expiresInDays: Int?

    package init(
        label: String, scopes: Set<DeviceKeyScope> = DeviceKeyScope.standard, expiresInDays: Int? = nil
    ) {
        self.label = label
        self.scopes = scopes
        self.expiresInDays = expiresInDays
    }
}
