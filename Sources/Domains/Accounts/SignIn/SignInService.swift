import Foundation
import Journal
package import Primitives

/// Signs users in, by name and password or because a trusted proxy or the provider names them, and out.
package struct SignInService: Sendable {
    private let store: any AccountStore
    private let passwords: Passwords
    private let issuer: SessionIssuer
    private let clock: any WallClock

    package init(store: any AccountStore, passwords: Passwords, issuer: SessionIssuer, clock: any WallClock) {
        self.store = store
        self.passwords = passwords
        self.issuer = issuer
        self.clock = clock
    }

    private var authentication: Authentication { issuer.authentication }

    /// Signs the user in, or returns a step when a second factor is required too. Throws `unauthenticated` with reason
    /// `wrong_credentials`, the same and after the same work, for an unknown name, a wrong password, a disabled account
    /// and one without a password. Throws `rateLimited` before anything is evaluated, and `unavailable` when too many
    /// sign in at the same time.
    package func signIn(username: String, password: String, in browser: Browser) async throws -> SignInOutcome {
        // Only a valid name is looked up: SQLite's text ends at NUL, so `ada` and `ada\0x` would be one account there
        // and two for the throttle.
        let name = try? Username(username.trimmingCharacters(in: .whitespaces))
        let key = name?.key ?? Username.key(of: username)
        let user = name == nil ? nil : try await store.user(usernameKey: key)
        let device = issuer.deviceTokens.device(
            in: browser.deviceCookie, for: user?.id ?? ID("00000000-0000-0000-0000-000000000000"))
        let outcome = try await passwords.signInGuard.attempt(
            key, from: browser.address, device: device, report: { recordFailure(for: user, from: browser) }
        ) {
            try await evaluate(user, password: password, in: browser)
        }
        guard let outcome else {
            throw DomainError(
                .unauthenticated, "The user name or the password is not right", reason: "wrong_credentials")
        }
        return await ending(outcome, in: browser)
    }

    /// Signs in the user whom a trusted proxy names. The proxy's word takes the place of the password, so a second
    /// factor is required as after one. It does not count as typing the password: what must be confirmed still is.
    /// Throws `unauthenticated` with reason `proxy_user_unknown` without such an account, and for a disabled one.
    package func signIn(namedByProxy username: String, in browser: Browser) async throws -> SignInOutcome {
        guard let name = try? Username(username), let user = try await store.user(usernameKey: name.key),
            let outcome = try await open(user.id, proof: .proxy, in: browser)
        else {
            throw DomainError(
                .unauthenticated,
                "You are signed in elsewhere as “\(VisibleText.clean(username, maximum: 64))”, but there is no such account here. Ask an admin to add it",
                reason: "proxy_user_unknown")
        }
        return await ending(outcome, in: browser)
    }

    /// Signs in a user who comes from the provider. Throws `unauthenticated` with reason `openid_disabled` for a disabled
    /// account.
    func signIn(_ user: ID<Person>, visiting visit: ProviderVisit, in browser: Browser) async throws -> SignInOutcome {
        guard let outcome = try await open(user, proof: .provider(visit), in: browser) else {
            throw DomainError(
                .unauthenticated, "Your account here is disabled. Ask an admin", reason: "openid_disabled")
        }
        return await ending(outcome, in: browser)
    }

    /// The outcome, after the browser's previous session has ended for a new one.
    private func ending(_ outcome: SignInOutcome, in browser: Browser) async -> SignInOutcome {
        if case .signedIn = outcome { await authentication.endPrevious(of: browser) }
        return outcome
    }

    /// Ends the caller's session.
    package func signOut(as caller: Caller) async throws {
        guard let session = caller.principal?.session, let user = caller.principal?.user else {
            throw DomainError(.conflict, "A bearer token has no session to end. Revoke it instead")
        }
        if try await authentication.unwritten([session]).isEmpty == false {
            return authentication.ended([.session(session)])
        }
        let entry = caller.entry("session.end", on: user, at: clock.now(), details: ["reason": "signed out"])
        let ended = try await store.endSessions(.one(session), of: user, journal: entry)
        authentication.ended(ended.map(Credential.session))
    }

    /// Nil when the password is not accepted.
    private func evaluate(
        _ user: User?, password: String, in browser: Browser
    ) async throws -> SignInOutcome? {
        let normal = PasswordRules.normalized(password)
        guard let user, let hash = user.passwordHash, let normal else {
            try await passwords.hasher.pretendToVerify(normal ?? "")
            return nil
        }
        let hasher = passwords.hasher
        guard try await hasher.verify(normal, against: hash), !user.disabled else { return nil }
        let upgraded = hasher.needsRehash(hash) ? try await hasher.hash(normal) : nil
        return try await open(user.id, proof: .password(hash, upgraded: upgraded), in: browser)
    }

    /// The reason for which a session is opened.
    private enum Proof: Sendable, Equatable {
        /// The password matched this hash. `upgraded` replaces it.
        case password(PHCString, upgraded: PHCString?)
        /// A trusted proxy named the user.
        case proxy
        /// The provider named the user.
        case provider(ProviderVisit)

        /// Whether the user has just proved to be there.
        var isConfirmed: Bool {
            switch self {
            case .password: true
            case .proxy: false
            case .provider(let visit): visit.isConfirmed
            }
        }

        var visit: ProviderVisit? { if case .provider(let visit) = self { visit } else { nil } }
    }

    /// Opens the session. Nil for a disabled account, and for one that has changed since the password was checked.
    private func open(_ id: ID<Person>, proof: Proof, in browser: Browser) async throws -> SignInOutcome? {
        let now = clock.now()
        let session = issuer.issue(
            for: id, in: browser, isConfirmed: proof.isConfirmed, by: proof.visit?.session, at: now)
        // The provider's groups may change the role and the libraries.
        let before = proof.visit == nil ? nil : try await store.user(id)
        let opened = try await authentication.signIn(id) { edit -> (user: User, step: SignInStep.Kind?)? in
            guard !edit.user.disabled else { return nil }
            if case .password(let verified, let upgraded) = proof {
                guard edit.user.passwordHash == verified else { return nil }
                try edit.requirePasswordAccepted()
                if let upgraded { edit.user.passwordHash = upgraded }
            }
            if let visit = proof.visit {
                // The rules by which the visit was judged are still those.
                guard edit.stored.provider == visit.provider else { return nil }
                visit.assign(to: &edit, by: session.actor, at: now)
            }
            let step = proof.visit?.hasSecondFactor == true ? nil : edit.neededStep
            if step == nil { edit.open(session) }
            if let visit = proof.visit { visit.recordUse(in: &edit) }
            return (edit.user, step)
        }
        guard let (user, step) = opened else { return nil }
        if let before, before.role != user.role {
            authentication.ended(user: id)
        } else if let before, before.scope != user.scope {
            authentication.changed(user: id, scope: user.scope)
        }
        if let step {
            return .step(
                issuer.steps.begin(
                    step, for: user, isConfirmed: proof.isConfirmed, by: proof.visit?.session, at: now))
        }
        return .signedIn(issuer.signedIn(user, by: session))
    }

    /// The typed name is not stored, because users sometimes type passwords into the wrong field.
    private func recordFailure(for user: User?, from browser: Browser) {
        authentication.recordFailure(
            "signin.failed", of: user?.id, from: browser.address, at: clock.now(),
            ["client": VisibleText.clean(browser.client, maximum: 100)])
    }
}

extension Authentication {
    /// Ends the browser's previous session. A failure to end it must not undo the sign-in.
    func endPrevious(of browser: Browser) async {
        guard let token = browser.sessionToken, let previous = try? await authenticate(sessionToken: token),
            let session = previous.principal.session
        else { return }
        let caller = Caller(previous, from: browser.address)
        let user = previous.principal.user
        let entry = caller.entry("session.end", on: user, at: wallClock.now(), details: ["reason": "signed in again"])
        let ended = try? await store.endSessions(.one(session), of: user, journal: entry)
        self.ended((ended ?? []).map(Credential.session))
    }
}

/// The result of a sign-in.
package enum SignInOutcome: Sendable {
    case signedIn(SignedIn)
    case step(SignInStep)
}

/// A new session, with the values that the browser must store.
package struct SignedIn: Sendable {
    package let authenticated: Authenticated
    package let user: User
    /// The value of the session cookie, returned only this once.
    package let sessionToken: String
    /// The session's absolute end, which use does not extend: the cookie's lifetime.
    package let expiresAt: Timestamp
    /// The value of the device cookie, which lasts for `DeviceTokens.lifetime`.
    package let deviceCookie: String
}

/// Makes sessions. The content of a new session is decided only here.
package struct SessionIssuer: Sendable {
    let authentication: Authentication
    let deviceTokens: DeviceTokens
    /// Sign-ins that require a second factor.
    let steps = SignInSteps()

    package init(authentication: Authentication, deviceTokens: DeviceTokens) {
        self.authentication = authentication
        self.deviceTokens = deviceTokens
    }

    /// - Parameters:
    ///   - isConfirmed: whether the user has just proved to be there, by the password or a link.
    ///   - identity: the provider's user who signs in.
    func issue(
        for user: ID<Person>, in browser: Browser, isConfirmed: Bool = true, by identity: SessionIdentity? = nil,
        at now: Timestamp
    ) -> IssuedSession {
        let token = RandomToken.make()
        let record = SessionRecord(
            id: .make(at: now), user: user, hash: TokenHash(of: token),
            client: VisibleText.clean(browser.client, maximum: 100),
            address: VisibleText.clean(browser.address, maximum: 64), createdAt: now, lastUsedAt: now,
            confirmedAt: isConfirmed ? now : Timestamp(milliseconds: 0),
            expiresAt: now.advanced(by: authentication.policy.absolute), identity: identity)
        return IssuedSession(token: token, record: record, browser: browser)
    }

    func signedIn(_ user: User, by session: IssuedSession) -> SignedIn {
        SignedIn(
            authenticated: Authenticated(session.record, of: user), user: user, sessionToken: session.token,
            expiresAt: session.record.expiresAt,
            deviceCookie: deviceTokens.cookie(renewing: session.browser.deviceCookie, for: user.id))
    }
}

/// A session that is about to be opened in a browser, with its token.
struct IssuedSession: Sendable {
    let token: String
    let record: SessionRecord
    let browser: Browser

    /// The session's user, in the browser.
    var actor: JournalEntry.Actor { browser.actor(record.user) }

    /// The journal entry about it.
    var created: JournalEntry {
        JournalEntry(
            at: record.createdAt, by: actor, "session.create", .init("session", record.id),
            details: ["client": record.client])
    }
}
