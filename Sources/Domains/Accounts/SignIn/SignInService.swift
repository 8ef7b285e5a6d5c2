import Foundation
import Journal
package import Primitives

/// Lets people in by name and password, and out again.
package struct SignInService: Sendable {
    private let store: any AccountStore
    private let hasher: any PasswordHasher
    private let signInGuard: SignInGuard
    private let issuer: SessionIssuer
    private let clock: any WallClock

    package init(
        store: any AccountStore, hasher: any PasswordHasher, guard signInGuard: SignInGuard, issuer: SessionIssuer,
        clock: any WallClock
    ) {
        self.store = store
        self.hasher = hasher
        self.signInGuard = signInGuard
        self.issuer = issuer
        self.clock = clock
    }

    private var authentication: Authentication { issuer.authentication }

    /// Throws `unauthenticated` with reason `wrong_credentials`, the same and after the same work, for an unknown name,
    /// a wrong password, a disabled account and one without a password; `rateLimited` before anything was evaluated;
    /// `unavailable` when too many sign in at once. Gives a step where a second factor is wanted too.
    package func signIn(username: String, password: String, in browser: Browser) async throws -> SignInOutcome {
        // Only a valid name is looked up: SQLite's text ends at NUL, so `ada` and `ada\0x` would be one account there
        // and two for the throttle.
        let name = try? Username(username.trimmingCharacters(in: .whitespaces))
        let key = name?.key ?? Username.key(of: username)
        let user = name == nil ? nil : try await store.user(usernameKey: key)
        let device = issuer.deviceTokens.device(
            in: browser.deviceCookie, for: user?.id ?? ID("00000000-0000-0000-0000-000000000000"))
        let ticket = try signInGuard.admit(account: key, address: browser.address, device: device)
        let outcome: SignInOutcome?
        do {
            outcome = try await evaluate(user, password: password, in: browser)
        } catch {
            signInGuard.withdraw(ticket)
            throw error
        }
        guard let outcome else {
            if signInGuard.fail(ticket) { recordFailure(for: user, from: browser) }
            throw DomainError(
                .unauthenticated, "The user name or the password is not right", reason: "wrong_credentials")
        }
        signInGuard.succeed(ticket)
        if case .signedIn = outcome { await endPrevious(of: browser) }
        return outcome
    }

    /// Ends the caller's session.
    package func signOut(as caller: Caller) async throws {
        guard let session = caller.principal?.session, let user = caller.principal?.user else {
            throw DomainError(.conflict, "A bearer token has no session to end: revoke it instead")
        }
        if try await authentication.unwritten([session]).isEmpty == false {
            return authentication.ended([.session(session)])
        }
        let entry = caller.entry("session.end", on: user, at: clock.now(), details: ["reason": "signed out"])
        let ended = try await store.endSessions(.one(session), of: user, journal: entry)
        authentication.ended(ended.map(Credential.session))
    }

    /// Nil when the password is not to be accepted.
    private func evaluate(
        _ user: User?, password: String, in browser: Browser
    ) async throws -> SignInOutcome? {
        let normal = PasswordRules.normalised(password)
        guard let user, let hash = user.passwordHash, let normal else {
            try await hasher.pretendToVerify(normal ?? "")
            return nil
        }
        guard try await hasher.verify(normal, against: hash), !user.disabled else { return nil }
        let upgraded = hasher.needsRehash(hash) ? try await hasher.hash(normal) : nil
        return try await open(user.id, verified: hash, upgraded: upgraded, in: browser)
    }

    /// Opens the session unless the account has changed since the password was checked.
    private func open(
        _ id: ID<Person>, verified: PHCString, upgraded: PHCString?, in browser: Browser
    ) async throws -> SignInOutcome? {
        let now = clock.now()
        let (token, record) = issuer.issue(for: id, in: browser, at: now)
        let actor = JournalEntry.Actor(user: id, origin: browser.address)
        let opened = try await authentication.signIn(id) { edit -> (user: User, step: SignInStep.Kind?)? in
            guard !edit.user.disabled, edit.user.passwordHash == verified else { return nil }
            if let upgraded { edit.user.passwordHash = upgraded }
            if let step = edit.neededStep { return (edit.user, step) }
            edit.user.lastSeenAt = now
            edit.newSession = record
            edit.journal.append(.sessionCreated(record, by: actor, at: now))
            return (edit.user, nil)
        }
        guard let (user, step) = opened else { return nil }
        if let step, let hash = user.passwordHash {
            return .step(issuer.steps.begin(step, for: user, password: hash, at: now))
        }
        return .signedIn(issuer.signedIn(user, token: token, record: record, in: browser))
    }

    /// The session that the browser had before; that it cannot be ended must not undo the sign-in.
    private func endPrevious(of browser: Browser) async {
        guard let token = browser.sessionToken,
            let previous = try? await authentication.authenticate(sessionToken: token),
            let session = previous.principal.session
        else { return }
        let caller = Caller(previous, from: browser.address)
        let user = previous.principal.user
        let entry = caller.entry("session.end", on: user, at: clock.now(), details: ["reason": "signed in again"])
        let ended = try? await store.endSessions(.one(session), of: user, journal: entry)
        authentication.ended((ended ?? []).map(Credential.session))
    }

    /// The typed name is not kept: people type passwords into the wrong field.
    private func recordFailure(for user: User?, from browser: Browser) {
        authentication.deferred.record(
            JournalEntry(
                at: clock.now(), by: JournalEntry.Actor(user: nil, origin: browser.address), "signin.failed",
                user.map { JournalEntry.Subject(kind: "user", id: $0.id.rawValue) },
                details: ["client": VisibleText.clean(browser.client, maximum: 100)]))
    }
}
