import Journal
package import Primitives

/// Manages the caller's own second factor, those of other users for admins, and the second step of a sign-in. Bearer
/// tokens and device keys are not affected: they were made by a user who had signed in with the factor, and are random
/// themselves.
package struct TwoFactorService: Sendable {
    let store: any AccountStore
    let passwords: Passwords
    let codes: CodeCheck
    let issuer: SessionIssuer
    let sealer: TwoFactorSealer
    let clock: any WallClock

    package init(
        store: any AccountStore, passwords: Passwords, issuer: SessionIssuer, secret: ServerSecret,
        clock: any WallClock
    ) {
        self.store = store
        self.passwords = passwords
        self.issuer = issuer
        self.clock = clock
        sealer = TwoFactorSealer(secret: secret)
        codes = CodeCheck(signInGuard: passwords.signInGuard, sealer: sealer)
    }

    // MARK: The caller's own

    package func state(as caller: Caller) async throws -> TwoFactorState {
        let user = try await store.account(of: caller.requirePerson())
        return try await store.read { accounts in
            let factor = try accounts.twoFactor(of: user.id)
            return TwoFactorState(
                enabledAt: factor?.enabledAt, recoveryCodesLeft: factor?.recovery.count ?? 0,
                isRequired: try accounts.rolesRequiringTwoFactor().contains(user.role))
        }
    }

    /// A secret for an authenticator; nothing changes before `enable`. Throws `conflict` when there is a second factor
    /// already.
    package func begin(password: String, as caller: Caller) async throws -> TwoFactorEnrollment {
        let user = try await store.account(of: caller.requirePersonForCredentials())
        _ = try await passwords.verify(password, of: user, as: caller, by: issuer.authentication)
        guard try await store.read({ try $0.twoFactor(of: user.id) }) == nil else { throw Self.enabledAlready }
        return issuer.steps.enrollment(of: user.id, named: user.username.text, at: clock.now())
    }

    /// Enables the secret if `code` proves that an authenticator has it, and ends other sessions. Returns the recovery
    /// codes, only this once.
    package func enable(code: String, as caller: Caller) async throws -> [String] {
        let user = try await store.account(of: caller.requirePersonForCredentials())
        let now = clock.now()
        guard let enrollment = issuer.steps.pendingEnrollment(of: user.id, at: now) else { throw Self.expired }
        let (factor, recovery) = try await codes.enrol(
            enrollment, code: code, of: user, address: caller.actor.origin, device: caller.device, at: now)
        try await store.edit(user.id, else: .signedOut) { edit in
            guard edit.twoFactor == nil else { throw Self.enabledAlready }
            edit.twoFactor = factor
            edit.end(.sessions, keeping: caller.credential)
            edit.record("two-factor.enable", by: caller, at: now)
        }
        issuer.steps.endEnrollment(of: user.id)
        issuer.authentication.ended(user: user.id, except: caller.credential, sparingDeviceKeys: true)
        return recovery
    }

    /// Replaces all recovery codes by new ones, which it returns.
    package func renewRecoveryCodes(password: String, code: String, as caller: Caller) async throws -> [String] {
        let recovery = RecoveryCodes.make()
        try await change(password: password, code: code, as: caller) { edit, factor, now in
            var factor = factor
            factor.recovery = codes.hashes(of: recovery, for: edit.user.id)
            edit.twoFactor = factor
            edit.record("two-factor.codes", by: caller, at: now)
        }
        return recovery
    }

    /// Throws `forbidden` with reason `two_factor_required` when the user's role requires one and there is no passkey.
    package func disable(password: String, code: String, as caller: Caller) async throws {
        try await change(password: password, code: code, as: caller) { edit, _, now in
            edit.twoFactor = nil
            try edit.requireSecondFactorRemains()
            edit.record("two-factor.disable", by: caller, at: now)
        }
    }

    private func change(
        password: String, code: String, as caller: Caller,
        _ body: @escaping @Sendable (inout AccountEdit, TwoFactor, Timestamp) throws -> Void
    ) async throws {
        let user = try await store.account(of: caller.requirePersonForCredentials())
        let verified = try await passwords.verify(password, of: user, as: caller, by: issuer.authentication)
        let now = clock.now()
        try await codes.attempt(by: user.username, from: caller.actor.origin, device: caller.device) {
            try await store.edit(user.id) { edit -> Void? in
                try edit.requirePassword(verified)
                guard edit.twoFactor != nil else {
                    throw DomainError(.conflict, "There is no second factor", reason: "two_factor_absent")
                }
                guard let factor = codes.take(code, in: &edit, at: now, by: caller.actor) else { return nil }
                return try body(&edit, factor, now)
            } ?? nil
        }
        issuer.authentication.invalidate(user: user.id)
    }

    // MARK: Other users'

    /// Removes the second factor and the passkeys of a user who has lost them, and notifies the user. Throws `notFound`
    /// when there is none.
    package func remove(of id: ID<Person>, as caller: Caller) async throws {
        try caller.requireCredentials(.manageUsers)
        let now = clock.now()
        let absent = DomainError.notFound("This account has no second factor")
        try await store.edit(id, else: absent) { edit in
            guard edit.twoFactor != nil || !edit.passkeys.isEmpty else { throw absent }
            edit.twoFactor = nil
            edit.passkeys = []
            edit.record("two-factor.remove", by: caller, at: now)
            edit.notifications = [AccountNotifications.secondFactorRemoved(of: id, by: caller.actor)]
        }
        issuer.authentication.invalidate(user: id)
    }

    package func requiredRoles(as caller: Caller) async throws -> Set<Role> {
        try caller.require(.manageUsers)
        return try await store.read { try $0.rolesRequiringTwoFactor() }
    }

    /// Requires a second factor for these roles. A user without one sets it up at the next sign-in, before anything
    /// else.
    package func require(for roles: Set<Role>, as caller: Caller) async throws {
        try caller.requireCredentials(.manageUsers)
        for role in roles { try role.requireAssignable(field: "roles") }
        let names = roles.map(\.rawValue).sorted().joined(separator: ",")
        try await store.requireTwoFactor(
            for: roles,
            journal: JournalEntry(at: clock.now(), by: caller.actor, "two-factor.require", details: ["roles": names]))
    }

    static var enabledAlready: DomainError {
        DomainError(.conflict, "There is a second factor already", reason: "two_factor_enabled")
    }

    /// The one answer to a step that is unknown, used or too old.
    static var expired: DomainError {
        DomainError(.conflict, "This took too long. Begin again", reason: "step_expired")
    }
}

/// The second step of a sign-in. Its token comes from `SignInService` or `LinkService`.
extension TwoFactorService {
    /// Signs in with a code. Throws `invalid` with reason `wrong_code`, the same for a wrong and a used code, and
    /// `conflict` with reason `step_expired` when the password must be typed again.
    package func finish(token: String, code: String, in browser: Browser) async throws -> SignedIn {
        let now = clock.now()
        guard let step = issuer.steps.find(token, taking: .code, at: now) else { throw Self.expired }
        let session = issuer.issue(
            for: step.user, in: browser, isConfirmed: step.isConfirmed, by: step.identity, at: now)
        let device = issuer.deviceTokens.device(in: browser.deviceCookie, for: step.user)
        let user: User
        do {
            user = try await codes.attempt(by: Username(step.username), from: browser.address, device: device) {
                try await issuer.authentication.signIn(step.user) { edit -> User? in
                    guard !edit.user.disabled, edit.user.passwordHash == step.password, edit.twoFactor != nil else {
                        throw Self.expired
                    }
                    guard codes.take(code, in: &edit, at: now, by: session.actor) != nil else { return nil }
                    edit.open(session)
                    return edit.user
                }
            }
        } catch let error as DomainError where error.reason == CodeCheck.wrongCode.reason {
            issuer.steps.fail(token)
            issuer.authentication.recordFailure(
                "two-factor.failed", of: step.user, from: browser.address, at: now)
            throw error
        }
        issuer.steps.end(token)
        return issuer.signedIn(user, by: session)
    }

    /// The secret for a user who must set up a second factor before the sign-in.
    package func begin(token: String) throws -> TwoFactorEnrollment {
        let now = clock.now()
        guard let step = issuer.steps.find(token, taking: .setup, at: now) else { throw Self.expired }
        return issuer.steps.enrollment(of: step.user, named: step.username, at: now)
    }

    /// As `enable`, and signs the user in.
    package func enable(
        token: String, code: String, in browser: Browser
    ) async throws -> (signedIn: SignedIn, recovery: [String]) {
        let now = clock.now()
        guard let step = issuer.steps.find(token, taking: .setup, at: now),
            let enrollment = issuer.steps.pendingEnrollment(of: step.user, at: now),
            let before = try await store.user(step.user), !before.disabled
        else { throw Self.expired }
        let (factor, recovery): (TwoFactor, [String])
        do {
            (factor, recovery) = try await codes.enrol(
                enrollment, code: code, of: before, address: browser.address,
                device: issuer.deviceTokens.device(in: browser.deviceCookie, for: step.user), at: now)
        } catch let error as DomainError where error.reason == CodeCheck.wrongCode.reason {
            issuer.steps.fail(token)
            throw error
        }
        let session = issuer.issue(
            for: step.user, in: browser, isConfirmed: step.isConfirmed, by: step.identity, at: now)
        let user = try await store.edit(step.user, else: Self.expired) { edit in
            guard !edit.user.disabled, edit.user.passwordHash == step.password, edit.twoFactor == nil else {
                throw Self.expired
            }
            edit.twoFactor = factor
            edit.record("two-factor.enable", by: session.actor, at: now)
            edit.open(session)
            return edit.user
        }
        issuer.steps.end(token)
        issuer.steps.endEnrollment(of: step.user)
        issuer.authentication.invalidate(user: user.id)
        return (issuer.signedIn(user, by: session), recovery)
    }
}
