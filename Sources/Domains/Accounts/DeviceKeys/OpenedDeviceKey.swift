import Primitives

/// A device key whose text is at hand to compare with.
struct OpenedDeviceKey: Sendable {
    let text: [UInt8]
    let access: DeviceKeyAccess
    let expiresAt: Timestamp?
    /// As it was stored when the key was read.
    let lastUsedAt: Timestamp?

    /// Nil for a disabled person's key, and for one that the ring does not open.
    init?(_ key: DeviceKey, of user: User, with ring: DeviceKeyRing) {
        guard !user.disabled, let text = ring.open(key.secret, of: key.id, for: user.id) else { return nil }
        self.text = text
        access = DeviceKeyAccess(key, of: user)
        expiresAt = key.expiresAt
        lastUsedAt = key.lastUse?.at
    }

    func isLive(at now: Timestamp) -> Bool {
        expiresAt.map { now < $0 } ?? true
    }
}
