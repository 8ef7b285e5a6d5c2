import Journal
import Primitives

/// The uses of passkeys: in place of a password and a code, after a password in place of a code, and to confirm.
extension PasskeyService {
    /// A challenge for a sign-in in which the user chooses the account too.
    package func beginSignIn(at site: RelyingParty, in browser: Browser) -> PasskeyRequest {
        request(.signIn(from: browser.address), at: site, of: [])
    }

    /// A challenge for the second step of a sign-in. Throws `conflict` with reason `step_expired`, also for a step that
    /// takes no passkey.
    package func beginSecondStep(token: String, at site: RelyingParty) async throws -> PasskeyRequest {
        let step = try issuer.steps.find(token, taking: .passkey, at: clock.now()).orThrow(TwoFactorService.expired)
        let passkeys = try await store.read { try $0.passkeys(of: step.user) }
        return request(.secondFactor(step: token), at: site, of: passkeys)
    }

    /// A challenge to confirm who is there. Throws `conflict` with reason `passkey_absent`.
    package func beginConfirmation(at site: RelyingParty, as caller: Caller) async throws -> PasskeyRequest {
        let (user, session) = try await current(caller)
        let passkeys = try await store.read { try $0.passkeys(of: user.id) }
        guard passkeys.contains(where: { $0.site == site.id }) else {
            throw DomainError(.conflict, "You have no passkey here. Type the password", reason: "passkey_absent")
        }
        return request(.confirmation(of: user.id, in: session), at: site, of: passkeys)
    }

    /// Signs in by a passkey, as the only step or the second one. Throws `unauthenticated` with reason
    /// `passkey_refused`, the same for an unknown passkey, one that a check refuses and a disabled account;
    /// `rateLimited` before anything is evaluated; and `conflict` with reason `step_expired`.
    package func signIn(_ assertion: PasskeyAssertion, in browser: Browser) async throws -> SignedIn {
        let now = clock.now()
        guard let pending = challenges.take(assertion.token, at: now) else { throw TwoFactorService.expired }
        let step: (token: String, pending: SignInSteps.Pending)?
        switch pending.purpose {
        case .signIn: step = nil
        case .secondFactor(let token):
            let found = try issuer.steps.find(token, taking: .passkey, at: now).orThrow(TwoFactorService.expired)
            step = (token, found)
        case .registration, .confirmation: throw TwoFactorService.expired
        }
        guard let passkey = try await store.read({ try $0.passkey(credential: assertion.credential) }),
            step.map({ $0.pending.user == passkey.user }) ?? true, let user = try await store.user(passkey.user)
        else {
            if let wait = signInGuard.refuse(address: browser.address) { throw DomainError.throttled(for: wait) }
            throw Self.refused(.unauthenticated)
        }
        let device = issuer.deviceTokens.device(in: browser.deviceCookie, for: user.id)
        let session = issuer.issue(for: user.id, in: browser, by: step?.pending.identity, at: now)
        do {
            let signedIn = try await judge(user, from: browser.address, device: device) {
                let use = try pending.ceremony.authenticate(assertion, by: passkey, isIdentified: step != nil)
                return try await issuer.authentication.signIn(user.id) { edit -> User? in
                    guard !edit.user.disabled else { throw PasskeyRefusal.credentialUnknown }
                    if let step, edit.user.passwordHash != step.pending.password { throw TwoFactorService.expired }
                    try edit.use(passkey, use, at: now)
                    edit.open(session)
                    return edit.user
                }
            }
            if let step { issuer.steps.end(step.token) }
            await issuer.authentication.endPrevious(of: browser)
            return issuer.signedIn(signedIn, by: session)
        } catch let refusal as PasskeyRefusal {
            if let step { issuer.steps.fail(step.token) }
            recordFailure(refusal, of: user.id, from: browser.address)
            throw Self.refused(.unauthenticated)
        }
    }

    /// As `AccountService.confirm`, by a passkey. Throws `invalid` with reason `passkey_refused`, and `conflict` with
    /// reason `step_expired`.
    package func confirm(_ assertion: PasskeyAssertion, as caller: Caller) async throws {
        let (user, session) = try await current(caller)
        let now = clock.now()
        guard let pending = challenges.take(assertion.token, at: now),
            pending.purpose == .confirmation(of: user.id, in: session)
        else { throw TwoFactorService.expired }
        do {
            _ = try await judge(user, from: caller.actor.origin, device: caller.device) {
                guard let passkey = try await store.read({ try $0.passkey(credential: assertion.credential) }),
                    passkey.user == user.id
                else { throw PasskeyRefusal.credentialUnknown }
                let use = try pending.ceremony.authenticate(assertion, by: passkey, isIdentified: true)
                return try await store.edit(user.id) { edit in
                    try edit.use(passkey, use, at: now)
                    edit.confirm(session, by: caller, at: now)
                }
            }
        } catch let refusal as PasskeyRefusal {
            recordFailure(refusal, of: user.id, from: caller.actor.origin)
            throw Self.refused(.invalid)
        }
        issuer.authentication.invalidate(user: user.id)
    }

    private func request(
        _ purpose: PasskeyChallenges.Purpose, at site: RelyingParty, of passkeys: [Passkey]
    ) -> PasskeyRequest {
        let (token, challenge) = challenges.begin(purpose, at: site, now: clock.now())
        return PasskeyRequest(
            token: token, challenge: challenge, site: site,
            allowed: passkeys.filter { $0.site == site.id }.map(\.credential))
    }

    /// Runs `body` if the throttle allows the attempt, and charges it for a refusal. The throttle counts passkeys apart
    /// from passwords: a right passkey must not forgive wrong passwords.
    private func judge<Outcome: Sendable>(
        _ user: User, from address: String, device: String?, _ body: () async throws -> Outcome?
    ) async throws -> Outcome {
        let ticket = try signInGuard.admit(
            account: user.username.key + " passkey", address: address, device: device)
        do {
            guard let outcome = try await body() else { throw DomainError.signedOut }
            signInGuard.succeed(ticket)
            return outcome
        } catch let refusal as PasskeyRefusal {
            _ = signInGuard.fail(ticket)
            throw refusal
        } catch {
            signInGuard.withdraw(ticket)
            throw error
        }
    }
}
