/// Where the server's keys for device keys are kept: outside the database.
package protocol DeviceKeyRingStore: Sendable {
    /// The keys as they are there now. Throws `unavailable` when they cannot be read.
    func load() async throws -> DeviceKeyRing

    /// Puts a new key before the present ones, durably, and keeps of these the present one and those named by `needed`.
    func rotate(keeping needed: Set<String>) async throws -> DeviceKeyRing
}
