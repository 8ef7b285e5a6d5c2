import Journal
import Primitives

/// Checks the password of somebody who is signed in. Guesses with a stolen session are slowed like those of a known browser.
struct PasswordCheck: Sendable {
    let hasher: any PasswordHasher
    let signInGuard: SignInGuard

    /// Gives the hash that the password matched. Throws `invalid` with reason `wrong_password`.
    func verify(_ password: String, field: String, of user: User, as caller: Caller) async throws -> PHCString {
        guard let hash = user.passwordHash, let normal = PasswordRules.normalised(password) else {
            throw Self.wrongPassword(field: field)
        }
        let ticket = try signInGuard.admit(
            account: user.username.key, address: caller.actor.origin, device: "\(caller.credential as Any)")
        let matches: Bool
        do {
            matches = try await hasher.verify(normal, against: hash)
        } catch {
            signInGuard.withdraw(ticket)
            throw error
        }
        guard matches else {
            _ = signInGuard.fail(ticket)
            throw Self.wrongPassword(field: field)
        }
        signInGuard.succeed(ticket)
        return hash
    }

    static func wrongPassword(field: String) -> DomainError {
        .invalid("The current password is not right", field: field, reason: "wrong_password")
    }
}
