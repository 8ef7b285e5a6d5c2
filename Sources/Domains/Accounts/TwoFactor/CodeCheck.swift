import Journal
import Primitives

/// Checks codes of second factors. Guesses are counted by the same throttle as passwords, but apart from them: a right password must not
/// forgive wrong codes.
struct CodeCheck: Sendable {
    let signInGuard: SignInGuard
    let sealer: TwoFactorSealer

    /// Throws `rateLimited`.
    func admit(_ name: Username, address: String, device: String?) throws -> SignInThrottle.Ticket {
        try signInGuard.admit(account: name.key + " code", address: address, device: device)
    }

    /// Charges the ticket when `body` gives nil, and forgives it otherwise.
    func settling<R: Sendable>(_ ticket: SignInThrottle.Ticket, _ body: () async throws -> R?) async throws -> R? {
        let result: R?
        do {
            result = try await body()
        } catch {
            signInGuard.withdraw(ticket)
            throw error
        }
        if result == nil { _ = signInGuard.fail(ticket) } else { signInGuard.succeed(ticket) }
        return result
    }

    /// Within the transaction: uses the code up, whichever kind it is, and gives the factor as it is then; nil for a wrong one.
    func take(
        _ typed: String, in edit: inout AccountEdit, at now: Timestamp, by actor: JournalEntry.Actor
    ) -> TwoFactor? {
        guard var factor = edit.twoFactor else { return nil }
        let user = edit.user.id
        if let code = RecoveryCodes.normal(typed) {
            guard factor.recovery.remove(sealer.hash(code, of: user)) != nil else { return nil }
            edit.journal.append(
                JournalEntry(
                    at: now, by: actor, "two-factor.recovery",
                    JournalEntry.Subject(kind: "user", id: user.rawValue),
                    details: ["left": "\(factor.recovery.count)"]))
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

    /// What is stored once `code` has proved that an authenticator has the secret.
    func enrol(
        _ enrolment: TwoFactorEnrolment, code: String, of user: User, address: String, device: String?,
        at now: Timestamp
    ) async throws -> (TwoFactor, recovery: [String]) {
        let ticket = try admit(user.username, address: address, device: device)
        guard
            let step = TOTP.match(code.filter { $0 != " " }, of: enrolment.secret, at: now, after: .min)
        else {
            _ = signInGuard.fail(ticket)
            throw Self.wrongCode
        }
        signInGuard.succeed(ticket)
        let recovery = RecoveryCodes.make()
        let factor = TwoFactor(
            sealed: try sealer.seal(enrolment.secret, for: user.id), keyID: sealer.keyID, enabledAt: now,
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
