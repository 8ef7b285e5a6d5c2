package import Primitives

/// Whether people may make accounts without being invited.
package protocol RegistrationPolicy: Sendable {
    /// The role that they get; nil where they may not.
    func registrationRole() async throws -> Role?
}
