import Journal
package import Primitives

/// Second factors: the second step of a sign-in, and what people do with their own. Bearer tokens and device keys know nothing of it: they
/// were made by somebody who had signed in with it, and are random themselves.
package struct TwoFactorService: Sendable {
    let store: any AccountStore
    let passwords: PasswordCheck
    let codes: CodeCheck
    let issuer: SessionIssuer
    let sealer: TwoFactorSealer
    let clock: any WallClock

    package init(
        store: any AccountStore, hasher: any PasswordHasher, guard signInGuard: SignInGuard, issuer: SessionIssuer,
        secret: ServerSecret, clock: any WallClock
    ) {
        self.store = store
        self.issuer = issuer
        self.clock = clock
        sealer = TwoFactorSealer(secret: secret)
        passwords = PasswordCheck(hasher: hasher, signInGuard: signInGuard)
        codes = CodeCheck(signInGuard: signInGuard, sealer: sealer)
    }

    // MARK: One's own

    package func state(as caller: Caller) async throws -> TwoFactorState {
        let user = try await current(caller)
        let factor = try await store.twoFactor(of: user.id)
        return TwoFactorState(
            enabledAt: factor?.enabledAt, recoveryCodesLeft: factor?.recovery.count ?? 0,
            isRequired: try await store.rolesRequiringTwoFactor().contains(user.role))
    }

    /// A secret to put into an authenticator; nothing is changed before `enable`. Throws `conflict` where there is one already.
    package func begin(password: String, as caller: Caller) async throws -> TwoFactorEnrolment {
        _ = try caller.requirePersonForCredentials()
        let user = try await current(caller)
        _ = try await passwords.verify(password, field: "password", of: user, as: caller)
        guard try await store.twoFactor(of: user.id) == nil else { throw Self.enabledAlready }
        return issuer.steps.enrolment(of: user.id, named: user.username.text, at: clock.now())
    }

    /// Takes the secret into use if `code` proves that an authenticator has it; other sessions end. Gives the recovery codes, this once.
    package func enable(code: String, as caller: Caller) async throws -> [String] {
        _ = try caller.requirePersonForCredentials()
        let user = try await current(caller)
        let now = clock.now()
        guard let enrolment = issuer.steps.pendingEnrolment(of: user.id, at: now) else { throw Self.expired }
        let (factor, recovery) = try await codes.enrol(
            enrolment, code: code, of: user, address: caller.actor.origin, device: "\(caller.credential as Any)",
            at: now)
        let saved: Void? = try await store.edit(user.id) { edit in
            guard edit.twoFactor == nil else { throw Self.enabledAlready }
            edit.twoFactor = factor
            edit.endsSessions = true
            edit.keeping = caller.credential
            edit.journal.append(caller.entry("two-factor.enable", on: user.id, at: now))
        }
        guard saved != nil else { throw DomainError.signedOut }
        issuer.steps.endEnrolment(of: user.id)
        await endOtherSessions(of: user.id, as: caller)
        return recovery
    }

    /// New recovery codes in place of all that were given before.
    package func renewRecoveryCodes(password: String, code: String, as caller: Caller) async throws -> [String] {
        let recovery = RecoveryCodes.make()
        try await change(password: password, code: code, as: caller) { edit, factor, now in
            var factor = factor
            factor.recovery = codes.hashes(of: recovery, for: edit.user.id)
            edit.twoFactor = factor
            edit.journal.append(caller.entry("two-factor.codes", on: edit.user.id, at: now))
        }
        return recovery
    }

    /// Throws `forbidden` with reason `two_factor_required` where the person's role must have one.
    package func disable(password: String, code: String, as caller: Caller) async throws {
        try await change(password: password, code: code, as: caller) { edit, _, now in
            guard !edit.requiresTwoFactor else {
                throw DomainError(
                    .forbidden, "Your role must have a second factor", reason: "two_factor_required")
            }
            edit.twoFactor = nil
            edit.journal.append(caller.entry("two-factor.disable", on: edit.user.id, at: now))
        }
    }

    private func change(
        password: String, code: String, as caller: Caller,
        _ body: @escaping @Sendable (inout AccountEdit, TwoFactor, Timestamp) throws -> Void
    ) async throws {
        _ = try caller.requirePersonForCredentials()
        let user = try await current(caller)
        let verified = try await passwords.verify(password, field: "password", of: user, as: caller)
        let now = clock.now()
        let ticket = try codes.admit(
            user.username, address: caller.actor.origin, device: "\(caller.credential as Any)")
        let accepted = try await codes.settling(ticket) {
            try await store.edit(user.id) { edit -> Bool? in
                guard edit.user.passwordHash == verified else {
                    throw PasswordCheck.wrongPassword(field: "password")
                }
                guard edit.twoFactor != nil else {
                    throw DomainError(.conflict, "There is no second factor", reason: "two_factor_absent")
                }
                guard let factor = codes.take(code, in: &edit, at: now, by: caller.actor) else { return nil }
                try body(&edit, factor, now)
                return true
            } ?? nil
        }
        guard accepted != nil else { throw CodeCheck.wrongCode }
        issuer.authentication.invalidate(user: user.id)
    }

    // MARK: Others'

    /// For somebody who has lost theirs; they are told. Throws `notFound` where there is none.
    package func remove(of id: ID<Person>, as caller: Caller) async throws {
        try caller.requireCredentials(.manageUsers)
        let now = clock.now()
        let removed = try await store.edit(id) { edit -> Bool in
            guard edit.twoFactor != nil else { return false }
            edit.twoFactor = nil
            edit.tellsOfRemovedTwoFactor = caller.actor
            edit.journal.append(caller.entry("two-factor.remove", on: id, at: now))
            return true
        }
        guard removed == true else { throw DomainError.notFound("This account has no second factor") }
        issuer.authentication.invalidate(user: id)
    }

    package func requiredRoles(as caller: Caller) async throws -> Set<Role> {
        try caller.require(.manageUsers)
        return try await store.rolesRequiringTwoFactor()
    }

    /// Who has one of these roles and no second factor sets one up at the next sign-in, before anything else.
    package func require(for roles: Set<Role>, as caller: Caller) async throws {
        try caller.requireCredentials(.manageUsers)
        guard roles.isSubset(of: Role.assignable) else {
            throw DomainError.invalid("An account cannot have this role", field: "roles")
        }
        let names = roles.map(\.rawValue).sorted().joined(separator: ",")
        try await store.requireTwoFactor(
            for: roles,
            journal: JournalEntry(at: clock.now(), by: caller.actor, "two-factor.require", details: ["roles": names]))
    }

    private func current(_ caller: Caller) async throws -> User {
        guard let user = try await store.user(caller.requirePerson().user), !user.disabled else {
            throw DomainError.signedOut
        }
        return user
    }

    private func endOtherSessions(of user: ID<Person>, as caller: Caller) async {
        issuer.authentication.ended(user: user, except: caller.credential, sparingDeviceKeys: true)
    }

    static var enabledAlready: DomainError {
        DomainError(.conflict, "There is a second factor already", reason: "two_factor_enabled")
    }

    /// The one answer to a step that is unknown, used or too old.
    static var expired: DomainError {
        DomainError(.conflict, "This took too long: begin again", reason: "step_expired")
    }
}
