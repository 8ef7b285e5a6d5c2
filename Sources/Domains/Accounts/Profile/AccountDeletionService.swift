import Journal
package import Primitives

/// Deletes the caller's own account.
package struct AccountDeletionService: Sendable {
    private let store: any AccountStore
    private let passwords: PasswordCheck
    private let codes: CodeCheck
    private let deletion: AccountDeletion
    private let clock: any WallClock

    package init(
        store: any AccountStore, hasher: any PasswordHasher, guard signInGuard: SignInGuard,
        authentication: Authentication, secret: ServerSecret, clock: any WallClock
    ) {
        self.store = store
        self.clock = clock
        passwords = PasswordCheck(hasher: hasher, signInGuard: signInGuard, authentication: authentication)
        codes = CodeCheck(signInGuard: signInGuard, sealer: TwoFactorSealer(secret: secret))
        deletion = AccountDeletion(store: store, authentication: authentication, signInGuard: signInGuard)
    }

    /// Ends all sessions, tokens and keys, then deletes the account with everything that is the user's. With
    /// `keepingShared` the content that others see stays, as by "A former member"; see `AccountStore.delete`. Throws
    /// `invalid` with reason `wrong_password`, with reason `code_required` or `wrong_code` when there is a second
    /// factor, and `conflict` with reason `last_admin`.
    package func leave(password: String, code: String?, keepingShared: Bool, as caller: Caller) async throws {
        let principal = try caller.requirePersonForCredentials()
        guard let user = try await store.user(principal.user), !user.disabled else { throw DomainError.signedOut }
        let verified = try await passwords.verify(password, field: "password", of: user, as: caller)
        let now = clock.now()
        if try await store.twoFactor(of: user.id) == nil {
            _ = try await disable(user, verified, code: nil, at: now, as: caller)
        } else {
            guard let code, !code.isEmpty else {
                throw DomainError.invalid(
                    "This account has a second factor. Type a code of it", field: "code", reason: "code_required")
            }
            let ticket = try codes.admit(
                user.username, address: caller.actor.origin, device: "\(caller.credential as Any)")
            let accepted = try await codes.settling(ticket) {
                try await disable(user, verified, code: code, at: now, as: caller) ? true : nil
            }
            guard accepted != nil else { throw CodeCheck.wrongCode }
        }
        guard try await deletion.finish(user, keepingShared: keepingShared, at: now, as: caller) else {
            throw DomainError.signedOut
        }
    }

    /// False when the code is wrong.
    private func disable(
        _ user: User, _ verified: PHCString?, code: String?, at now: Timestamp, as caller: Caller
    ) async throws -> Bool {
        let isDisabled = try await store.edit(user.id) { edit -> Bool in
            guard edit.user.passwordHash == verified else { throw PasswordCheck.wrongPassword(field: "password") }
            if edit.twoFactor != nil {
                guard let code else { throw CodeCheck.wrongCode }
                guard codes.take(code, in: &edit, at: now, by: caller.actor) != nil else { return false }
            }
            try deletion.disable(&edit, at: now, as: caller)
            return true
        }
        guard let isDisabled else { throw DomainError.signedOut }
        if isDisabled { deletion.ended(user) }
        return isDisabled
    }
}
