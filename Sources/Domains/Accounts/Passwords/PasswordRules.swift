import Foundation
import Journal
package import Primitives

/// The rules for new passwords: long enough and not easily guessed (NIST SP 800-63B-4 §3.1.1.2). There are no rules
/// about the kinds of characters.
package struct PasswordRules: Sendable, Equatable {
    package static let maximumLength = 256
    package static let maximumBytes = 1024
    /// At least 8.
    package let minimumLength: Int

    package init(minimumLength: Int = 12) {
        self.minimumLength = min(max(minimumLength, 8), 64)
    }

    /// The password in the form to be hashed. It must not be based on `username` and `displayName`, the account's own
    /// names.
    package func checked(
        _ password: String, username: String, displayName: String? = nil, field: String = "password"
    ) throws(DomainError) -> String {
        guard let normal = Self.normalized(password) else {
            throw .invalid(
                "Choose a password of at most \(Self.maximumLength) characters", field: field,
                reason: "password_too_long")
        }
        guard normal.unicodeScalars.count >= minimumLength else {
            throw .invalid(
                "Choose a password of at least \(minimumLength) characters", field: field, reason: "password_too_short")
        }
        let folded = Username.key(of: normal)
        let name = Username.key(of: username)
        if name.unicodeScalars.count >= 4, folded.contains(name) {
            throw .invalid(
                "A password must not contain the user name", field: field, reason: "password_contains_username")
        }
        let own = ([name] + Username.key(of: displayName ?? "").split(separator: " ").map(String.init))
            .filter { $0.unicodeScalars.count >= 3 }
        guard !PasswordGuess.isEasy(folded, own: own) else {
            throw .invalid(
                "This password is easy to guess. Choose another one", field: field, reason: "password_common")
        }
        return normal
    }

    /// The form in which passwords are hashed and compared (Unicode NFC); nil when it is too long.
    package static func normalized(_ password: String) -> String? {
        guard password.utf8.count <= maximumBytes else { return nil }
        let normal = password.precomposedStringWithCanonicalMapping
        guard normal.unicodeScalars.count <= maximumLength, normal.utf8.count <= maximumBytes else { return nil }
        return normal
    }
}

/// Checks the password of a user who is signed in. Guesses with a stolen session are slowed like those from a known
/// browser.
struct PasswordCheck: Sendable {
    let hasher: any PasswordHasher
    let signInGuard: SignInGuard
    let authentication: Authentication

    /// Returns the hash that the password matched. For an account without a password, which the provider signs in, it
    /// is nil, and the caller must have confirmed the session there instead. Throws `invalid` with reason
    /// `wrong_password`, or `forbidden` with reason `confirmation_required`.
    func verify(_ password: String, field: String, of user: User, as caller: Caller) async throws -> PHCString? {
        if user.passwordHash == nil {
            try await caller.requireConfirmation(by: authentication)
            return nil
        }
        guard let hash = user.passwordHash, let normal = PasswordRules.normalized(password) else {
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
