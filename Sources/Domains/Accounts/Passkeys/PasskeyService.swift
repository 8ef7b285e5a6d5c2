import Journal
package import Primitives

/// Manages the caller's passkeys, and signs in or confirms by them. Every passkey has verified its user, so it is two
/// factors by itself.
package struct PasskeyService: Sendable {
    let store: any AccountStore
    let signInGuard: SignInGuard
    let issuer: SessionIssuer
    let clock: any WallClock
    let challenges = PasskeyChallenges()

    package init(
        store: any AccountStore, guard signInGuard: SignInGuard, issuer: SessionIssuer, clock: any WallClock
    ) {
        self.store = store
        self.signInGuard = signInGuard
        self.issuer = issuer
        self.clock = clock
    }

    /// The caller's passkeys, oldest first.
    package func list(as caller: Caller) async throws -> [Passkey] {
        let user = try caller.requirePerson().user
        return try await store.read { try $0.passkeys(of: user) }
    }

    /// A challenge for a new passkey. Throws `conflict` with reason `too_many_passkeys` for more than
    /// `Passkey.maximumPerUser`.
    package func beginRegistration(at site: RelyingParty, as caller: Caller) async throws -> PasskeyCreation {
        let (user, session) = try await current(caller)
        let passkeys = try await store.read { try $0.passkeys(of: user.id) }
        guard passkeys.count < Passkey.maximumPerUser else { throw Self.tooMany }
        let (token, challenge) = challenges.begin(
            .registration(of: user.id, in: session), at: site, now: clock.now())
        return PasskeyCreation(
            token: token, challenge: challenge, site: site, userHandle: Passkey.userHandle(of: user.id), user: user,
            excluded: passkeys.filter { $0.site == site.id }.map(\.credential))
    }

    /// Adds the passkey that the browser has made, and notifies the user. Throws `conflict` with reason `step_expired`
    /// when the challenge is used or too old or another session's, and `invalid` with reason `passkey_refused`.
    package func add(_ draft: PasskeyDraft, as caller: Caller) async throws -> Passkey {
        let (user, session) = try await current(caller)
        let label = try Self.checked(draft.label)
        let now = clock.now()
        guard let pending = challenges.take(draft.token, at: now),
            pending.purpose == .registration(of: user.id, in: session)
        else { throw TwoFactorService.expired }
        let made: PasskeyCeremony.NewCredential
        do {
            made = try pending.ceremony.register(clientData: draft.clientData, attestation: draft.attestation)
            guard try await store.read({ [made] in try $0.passkey(credential: made.id) }) == nil else {
                throw PasskeyRefusal.credentialTaken
            }
        } catch let refusal as PasskeyRefusal {
            recordFailure(refusal, of: user.id, from: caller.actor.origin)
            throw Self.refused(.invalid)
        }
        let passkey = Passkey(
            id: .make(at: now), user: user.id, label: label, credential: made.id, publicKey: made.publicKey,
            site: pending.ceremony.site.id, counter: made.counter, isBackedUp: made.isBackedUp, createdAt: now)
        try await edit(caller) { edit in
            guard edit.passkeys.count < Passkey.maximumPerUser else { throw Self.tooMany }
            edit.passkeys.append(passkey)
            edit.record("passkey.create", by: caller, at: now, passkey.details)
            edit.notifications.append(AccountNotifications.passkeyAdded(passkey))
        }
        return passkey
    }

    package func rename(_ id: ID<Passkey>, to label: String, as caller: Caller) async throws -> Passkey {
        let label = try Self.checked(label)
        let now = clock.now()
        return try await edit(caller) { edit in
            guard let index = edit.passkeys.firstIndex(where: { $0.id == id }) else { throw Self.noSuchPasskey }
            edit.passkeys[index].label = label
            edit.record("passkey.edit", by: caller, at: now, edit.passkeys[index].details)
            return edit.passkeys[index]
        }
    }

    /// Throws `forbidden` with reason `two_factor_required` for the last second factor of a user whose role requires
    /// one.
    package func remove(_ id: ID<Passkey>, as caller: Caller) async throws {
        let now = clock.now()
        try await edit(caller) { edit in
            guard let index = edit.passkeys.firstIndex(where: { $0.id == id }) else { throw Self.noSuchPasskey }
            let removed = edit.passkeys.remove(at: index)
            try edit.requireSecondFactorRemains()
            edit.record("passkey.remove", by: caller, at: now, removed.details)
        }
    }

    // MARK: Shared steps

    private func edit<Result: Sendable>(
        _ caller: Caller, _ change: @escaping @Sendable (inout AccountEdit) throws -> Result
    ) async throws -> Result {
        let user = try caller.requirePersonForCredentials().user
        let result = try await store.edit(user, else: .signedOut, change)
        issuer.authentication.invalidate(user: user)
        return result
    }

    /// The caller's account and session. Throws `forbidden` with reason `session_required` for a token.
    func current(_ caller: Caller) async throws -> (user: User, session: ID<Session>) {
        let principal = try caller.requirePersonForCredentials()
        guard let session = principal.session else {
            throw DomainError(
                .forbidden, "A token has no use for passkeys. Sign in first", reason: "session_required")
        }
        return (try await store.account(of: principal), session)
    }

    func recordFailure(_ refusal: PasskeyRefusal, of user: ID<Person>, from origin: String) {
        issuer.authentication.recordFailure(
            "passkey.failed", of: user, from: origin, at: clock.now(), ["reason": refusal.rawValue])
    }

    /// The one answer to every refusal. The reason is in the journal.
    static func refused(_ code: DomainError.Code) -> DomainError {
        DomainError(code, "This passkey was not accepted. Try again, or use another way", reason: "passkey_refused")
    }

    private static func checked(_ label: String) throws(DomainError) -> String {
        try VisibleText.line(label, maximum: Passkey.maximumLabelLength, field: "label")
    }

    private static var tooMany: DomainError {
        DomainError(
            .conflict, "An account has at most \(Passkey.maximumPerUser) passkeys. Remove one first",
            reason: "too_many_passkeys")
    }

    private static var noSuchPasskey: DomainError { .notFound("There is no such passkey") }
}

extension Passkey {
    /// The details of a journal entry about it.
    fileprivate var details: [String: String] { ["passkey": id.rawValue, "label": label] }
}
