package import Journal

/// Where settings are kept. Every method is one transaction.
package protocol SettingsStore: Sendable {
    func settings() async throws -> GatewaySettings
    /// Loads them, changes them and writes what `change` made of them, with its entries; nothing without any.
    func edit(
        _ change: @escaping @Sendable (inout GatewaySettings) throws -> [JournalEntry]
    ) async throws -> GatewaySettings
}
