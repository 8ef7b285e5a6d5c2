package import Journal
package import Primitives

/// Checks links, and sets passwords by them.
package struct LinkService: Sendable {
    private let store: any AccountStore
    private let hasher: any PasswordHasher
    private let rules: PasswordRules
    private let signInGuard: SignInGuard
    private let issuer: SessionIssuer
    private let clock: any WallClock

    package init(
        store: any AccountStore, hasher: any PasswordHasher, rules: PasswordRules, guard signInGuard: SignInGuard,
        issuer: SessionIssuer, clock: any WallClock
    ) {
        self.store = store
        self.hasher = hasher
        self.rules = rules
        self.signInGuard = signInGuard
        self.issuer = issuer
        self.clock = clock
    }

    /// Throws `notFound` with reason `link_expired` for a link that is unknown, used, expired, or of a disabled
    /// account.
    package func check(token: String) async throws -> LinkSummary {
        guard let (link, user, maker) = try await store.link(hash: TokenHash(of: token)),
            link.isUsable(for: link.purpose, at: clock.now(), madeBy: maker), user?.disabled != true
        else { throw AccountLink.gone }
        if link.purpose == .setup, try await store.ableAdminCount() > 0 { throw AccountLink.gone }
        return LinkSummary(purpose: link.purpose, username: user?.username.text, expiresAt: link.expiresAt)
    }

    /// Sets the password, ends the user's sessions, tokens and device keys, and signs the user in here: a reset is a
    /// new start for a user who may have lost control of the account. A user who has a second factor, or must have one,
    /// is not signed in yet: a reader of the user's emails does not have that factor. The link works once.
    package func choosePassword(token: String, password: String, in browser: Browser) async throws -> SignInOutcome {
        let presented = TokenHash(of: token)
        let now = clock.now()
        guard let (link, found, maker) = try await store.link(hash: presented),
            link.isUsable(for: .password, at: now, madeBy: maker), let user = found, !user.disabled
        else { throw AccountLink.gone }
        let hash = try await hasher.hash(
            rules.checked(password, username: user.username.text, displayName: user.displayName))
        let (sessionToken, record) = issuer.issue(for: user.id, in: browser, at: now)
        let actor = JournalEntry.Actor(user: user.id, origin: browser.address)
        let subject = JournalEntry.Subject(kind: "user", id: user.id.rawValue)
        let changed = try await store.edit(user.id, presenting: presented) { edit -> (User, SignInStep.Kind?) in
            guard let link = edit.link, link.isUsable(for: .password, at: now, madeBy: edit.linkMaker),
                link.user == edit.user.id, !edit.user.disabled
            else { throw AccountLink.gone }
            try edit.requirePasswordAccepted()
            edit.setPassword(hash, at: now)
            edit.endsIdentityLinks = true
            edit.linkUsedAt = now
            edit.journal += [
                JournalEntry(at: now, by: actor, "link.use", subject),
                JournalEntry(at: now, by: actor, "user.password", subject),
            ]
            if let step = edit.neededStep { return (edit.user, SignInStep.Kind?.some(step)) }
            edit.open(record, by: actor, at: now)
            return (edit.user, nil)
        }
        guard let (saved, step) = changed else { throw AccountLink.gone }
        signInGuard.forgive(account: saved.username.key)
        issuer.authentication.ended(user: saved.id)
        if let step { return .step(issuer.steps.begin(step, for: saved, at: now)) }
        return .signedIn(issuer.signedIn(saved, token: sessionToken, record: record, in: browser))
    }
}

/// Makes the links that are sent by email.
package struct LinkMaker: Sendable {
    private static let lifetime = Duration.seconds(3600)
    /// A second request for one account within this time is ignored, so that no stranger can fill a mailbox.
    private static let pause = Duration.seconds(300)

    private let store: any AccountStore
    private let clock: any WallClock

    package init(store: any AccountStore, clock: any WallClock) {
        self.store = store
        self.clock = clock
    }

    /// 256 random bits as text.
    package func token() -> String {
        RandomToken.make()
    }

    /// Makes a link to choose a new password within an hour, which replaces earlier ones. Nil when one was made a
    /// moment ago.
    package func makeReset(of user: ID<Person>, by actor: JournalEntry.Actor) async throws -> String? {
        let now = clock.now()
        let token = RandomToken.make()
        let link = AccountLink(
            id: .make(at: now), purpose: .password, hash: TokenHash(of: token), user: user, createdAt: now,
            expiresAt: now.advanced(by: Self.lifetime))
        if let latest = try await store.latestPasswordLink(of: user), now.since(latest) < Self.pause { return nil }
        let made: Void? = try await store.edit(user) { edit in
            edit.newLink = link
            edit.journal.append(
                JournalEntry(
                    at: now, by: actor, "link.create", JournalEntry.Subject(kind: "user", id: user.rawValue),
                    details: ["reason": "forgotten"]))
        }
        return made == nil ? nil : token
    }
}
