import Journal
package import Primitives

/// Deletes the caller's own account.
package struct AccountDeletionService: Sendable {
    private let store: any AccountStore
    private let passwords: Passwords
    private let codes: CodeCheck
    private let deletion: AccountDeletion
    private let clock: any WallClock

    package init(
        store: any AccountStore, passwords: Passwords, authentication: Authentication, secret: ServerSecret,
        clock: any WallClock
    ) {
        self.store = store
        self.passwords = passwords
        self.clock = clock
        codes = CodeCheck(signInGuard: passwords.signInGuard, sealer: TwoFactorSealer(secret: secret))
        deletion = AccountDeletion(
            store: store, authentication: authentication, signInGuard: passwords.signInGuard)
    }

    /// Ends all sessions, tokens and keys, then deletes the account with everything that is the user's. With
    /// `keepingShared` the content that others see stays, as by "A former member"; see `UserStore.delete`. Throws
    /// `invalid` with reason `wrong_password`, with reason `code_required` or `wrong_code` when there is a second
    /// factor, and `conflict` with reason `last_admin`.
    package func leave(password: String, code: String?, keepingShared: Bool, as caller: Caller) async throws {
        let user = try await store.account(of: caller.requirePersonForCredentials())
        let verified = try await passwords.verify(password, of: user, as: caller, by: deletion.authentication)
        let now = clock.now()
        if try await store.read({ try $0.twoFactor(of: user.id) }) == nil {
            _ = try await disable(user, verified, code: nil, at: now, as: caller)
        } else {
            guard let code, !code.isEmpty else {
                throw DomainError.invalid(
                    "This account has a second factor. Type a code of it", field: "code", reason: "code_required")
            }
            try await codes.attempt(by: user.username, from: caller.actor.origin, device: caller.device) {
                try await disable(user, verified, code: code, at: now, as: caller) ? () : nil
            }
        }
        guard try await deletion.finish(user, keepingShared: keepingShared, at: now, as: caller) else {
            throw DomainError.signedOut
        }
    }

    /// False when the code is wrong.
    private func disable(
        _ user: User, _ verified: PHCString?, code: String?, at now: Timestamp, as caller: Caller
    ) async throws -> Bool {
        let isDisabled = try await store.edit(user.id, else: .signedOut) { edit in
            try edit.requirePassword(verified)
            if edit.twoFactor != nil {
                guard let code else { throw CodeCheck.wrongCode }
                guard codes.take(code, in: &edit, at: now, by: caller.actor) != nil else { return false }
            }
            try deletion.disable(&edit, at: now, as: caller)
            return true
        }
        if isDisabled { deletion.authentication.ended(user: user.id) }
        return isDisabled
    }
}
