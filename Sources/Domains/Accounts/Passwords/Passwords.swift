import Journal
import Primitives

/// Hashes new passwords that follow the rules, and checks typed ones under the throttle.
package struct Passwords: Sendable {
    let hasher: any PasswordHasher
    let rules: PasswordRules
    let signInGuard: SignInGuard

    package init(hasher: any PasswordHasher, rules: PasswordRules, guard signInGuard: SignInGuard) {
        self.hasher = hasher
        self.rules = rules
        self.signInGuard = signInGuard
    }

    /// The hash of a new password for an account with these names. Throws as `PasswordRules.checked`.
    func hash(
        _ password: String, username: String, displayName: String?, field: String = "password"
    ) async throws -> PHCString {
        try await hasher.hash(rules.checked(password, username: username, displayName: displayName, field: field))
    }

    /// Checks the password of a user who is signed in. Guesses with a stolen session are slowed like those from a known
    /// browser.
    ///
    /// Returns the hash that the password matched. For an account without a password, which the provider signs in, it
    /// is nil, and the caller must have confirmed the session there instead. Throws `invalid` with reason
    /// `wrong_password`, or `forbidden` with reason `confirmation_required`.
    func verify(
        _ password: String, field: String = "password", of user: User, as caller: Caller,
        by authentication: Authentication
    ) async throws -> PHCString? {
        guard let hash = user.passwordHash else {
            try await caller.requireConfirmation(by: authentication)
            return nil
        }
        guard let normal = PasswordRules.normalized(password) else { throw DomainError.wrongPassword(field: field) }
        let matched = try await signInGuard.attempt(
            user.username.key, from: caller.actor.origin, device: caller.device
        ) {
            try await hasher.verify(normal, against: hash) ? hash : nil
        }
        guard let matched else { throw DomainError.wrongPassword(field: field) }
        return matched
    }
}

extension AccountEdit {
    /// Throws `invalid` with reason `wrong_password` when the password has changed since `verify` returned this hash.
    func requirePassword(_ verified: PHCString?, field: String = "password") throws(DomainError) {
        guard user.passwordHash == verified else { throw .wrongPassword(field: field) }
    }
}

extension DomainError {
    static func wrongPassword(field: String) -> DomainError {
        .invalid("The current password is not right", field: field, reason: "wrong_password")
    }
}
