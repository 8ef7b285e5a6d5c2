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

/// The setting for registration without an invitation.
package protocol RegistrationPolicy: Sendable {
    /// The role of new accounts; nil when registration is closed.
    func registrationRole() async throws -> Role?
}
