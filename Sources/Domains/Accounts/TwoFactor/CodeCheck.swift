import Crypto
import Journal
import Primitives

/// Checks codes of second factors. The throttle for passwords also counts their guesses, but separately: a right
/// password must not forgive wrong codes.
struct CodeCheck: Sendable {
    let signInGuard: SignInGuard
    let sealer: TwoFactorSealer

    /// Runs `attempt`, which returns nil for a wrong code. Throws `invalid` with reason `wrong_code` then, and
    /// `rateLimited` after too many.
    func attempt<Outcome: Sendable>(
        by name: Username, from address: String, device: String?, _ attempt: () async throws -> Outcome?
    ) async throws -> Outcome {
        let outcome = try await signInGuard.attempt(name.key + " code", from: address, device: device, attempt)
        guard let outcome else { throw Self.wrongCode }
        return outcome
    }

    /// Within the transaction: uses the code up, of either kind, and returns the factor's new state; nil for a wrong
    /// code.
    func take(
        _ typed: String, in edit: inout AccountEdit, at now: Timestamp, by actor: JournalEntry.Actor
    ) -> TwoFactor? {
        guard var factor = edit.twoFactor else { return nil }
        let user = edit.user.id
        if let code = RecoveryCodes.normal(typed) {
            guard factor.recovery.remove(sealer.hash(code, of: user)) != nil else { return nil }
            edit.record("two-factor.recovery", by: actor, at: now, ["left": "\(factor.recovery.count)"])
        } else {
            guard let secret = sealer.open(factor.sealed, of: user),
                let step = TOTP.match(
                    typed.filter { $0 != " " }, of: secret, at: now, after: factor.lastStep)
            else { return nil }
            factor.lastStep = step
        }
        edit.twoFactor = factor
        return factor
    }

    /// The second factor to store once `code` has proved that an authenticator has the secret.
    func enrol(
        _ enrollment: TwoFactorEnrollment, code: String, of user: User, address: String, device: String?,
        at now: Timestamp
    ) async throws -> (TwoFactor, recovery: [String]) {
        let step = try await attempt(by: user.username, from: address, device: device) {
            TOTP.match(code.filter { $0 != " " }, of: enrollment.secret, at: now, after: .min)
        }
        let recovery = RecoveryCodes.make()
        let factor = TwoFactor(
            sealed: try sealer.seal(enrollment.secret, for: user.id), keyID: sealer.keyID, enabledAt: now,
            lastStep: step, recovery: hashes(of: recovery, for: user.id))
        return (factor, recovery)
    }

    func hashes(of recovery: [String], for user: ID<Person>) -> Set<TokenHash> {
        Set(recovery.compactMap(RecoveryCodes.normal).map { sealer.hash($0, of: user) })
    }

    static var wrongCode: DomainError {
        .invalid("This code is not right, or was used already", field: "code", reason: "wrong_code")
    }
}

/// Codes to write down for the loss of the authenticator: ten, each good once, of 50 random bits.
enum RecoveryCodes {
    static let count = 10
    private static let length = 10
    /// Crockford's Base32 (crockford.com/base32.html), in lower case.
    private static let alphabet = Array("0123456789abcdefghjkmnpqrstvwxyz".utf8)

    /// New codes as users see them: `abcde-fghjk`.
    static func make() -> [String] {
        (0..<count).map { _ in
            let letters = SymmetricKey(size: .init(bitCount: length * 8)).withUnsafeBytes { bytes in
                bytes.map { alphabet[Int($0) % 32] }
            }
            return String(decoding: letters.prefix(5), as: UTF8.self) + "-"
                + String(decoding: letters.dropFirst(5), as: UTF8.self)
        }
    }

    /// The form to be hashed: without dashes and spaces, in lower case, with confusable characters as one. Nil for text
    /// that cannot be a code.
    static func normal(_ typed: String) -> String? {
        let text = String(
            typed.lowercased().filter { $0 != "-" && $0 != " " }.map { letter -> Character in
                switch letter {
                case "i", "l": "1"
                case "o": "0"
                default: letter
                }
            })
        return text.utf8.count == length && text.utf8.allSatisfy(alphabet.contains) ? text : nil
    }
}
