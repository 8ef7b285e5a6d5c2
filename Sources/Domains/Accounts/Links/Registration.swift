package import Primitives

/// A visitor's input for a new account.
package struct Registration: Sendable {
    package let username: String
    package let displayName: String?
    package let email: String?
    package let password: String

    package init(username: String, displayName: String?, email: String?, password: String) {
        self.username = username
        self.displayName = displayName
        self.email = email
        self.password = password
    }
}

extension Passwords {
    /// A new account. An empty display name or address is none. Throws `invalid` with the field.
    ///
    /// - Parameters:
    ///   - password: nil for a user who chooses one by a link.
    ///   - isHere: whether the user makes the account, and is signed in at once.
    func newUser(
        named username: String, displayName: String?, email: String?, password: String?, role: Role, isHere: Bool,
        at now: Timestamp
    ) async throws -> User {
        let username = try Username(username)
        let name = try displayName.flatMap { $0.isEmpty ? nil : $0 }.map(DisplayName.checked)
        let email = try email.flatMap { $0.isEmpty ? nil : $0 }.map { try EmailAddress($0) }
        try role.requireAssignable(field: "role")
        var hash: PHCString?
        if let password { hash = try await self.hash(password, username: username.text, displayName: name) }
        return User(
            id: .make(at: now), username: username, displayName: name, email: email, role: role, passwordHash: hash,
            createdAt: now, passwordChangedAt: hash.map { _ in now }, lastSeenAt: isHere ? now : nil)
    }
}

/// The setting for registration without an invitation.
package protocol RegistrationPolicy: Sendable {
    /// The role of new accounts; nil when registration is closed.
    func registrationRole() async throws -> Role?
}
