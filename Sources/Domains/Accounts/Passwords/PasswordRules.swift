import Foundation
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
        let normal = try Self.normalized(password).orThrow(
            .invalid(
                "Choose a password of at most \(Self.maximumLength) characters", field: field,
                reason: "password_too_long"))
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
