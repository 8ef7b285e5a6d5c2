import Primitives

/// The bounds of a device key that administers: it lies on a phone, goes over the wire with each request, and nobody has typed a password
/// for what it asks.
enum DeviceKeyRules {
    /// Throws `forbidden` for a role above contributor.
    static func checkCreation(as role: Role) throws(DomainError) {
        guard role.permissions.isSubset(of: Role.contributor.permissions) else {
            throw DomainError(
                .forbidden, "A device key gives nobody a role above contributor: do this in the web client",
                reason: reason)
        }
    }

    /// Throws `forbidden` for another address, a role above contributor, and whatever is changed of an admin.
    static func checkEdit(from before: User, to after: User) throws(DomainError) {
        try checkTarget(before)
        guard after.email == before.email else {
            throw DomainError(
                .forbidden, "A device key changes nobody's e-mail address: do this in the web client", reason: reason)
        }
        if after.role != before.role { try checkCreation(as: after.role) }
        guard after.disabled || !before.disabled else {
            throw DomainError(
                .forbidden, "A device key enables nobody's account: do this in the web client", reason: reason)
        }
    }

    /// Throws `forbidden` for an admin.
    static func checkTarget(_ user: User) throws(DomainError) {
        guard !user.role.permissions.contains(.manageUsers) else {
            throw DomainError(
                .forbidden, "A device key changes no admin's account: do this in the web client", reason: reason)
        }
    }

    private static let reason = "device_key"
}
