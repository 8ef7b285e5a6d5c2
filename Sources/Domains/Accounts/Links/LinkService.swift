import Journal
package import Primitives

/// What somebody does who was given a link: look at it, and choose a password by it.
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

    /// Sets the password, ends the person's sessions, tokens and device keys, and signs them in here: a reset is where somebody begins
    /// anew who may have lost control of the account. Whoever has a second factor, or must have one, is not in yet: whoever reads somebody's
    /// letters does not have it. The link works once.
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
            edit.setPassword(hash, at: now)
            edit.linkUsedAt = now
            edit.journal += [
                JournalEntry(at: now, by: actor, "link.use", subject),
                JournalEntry(at: now, by: actor, "user.password", subject),
            ]
            if let step = edit.neededStep { return (edit.user, SignInStep.Kind?.some(step)) }
            edit.user.lastSeenAt = now
            edit.newSession = record
            edit.journal.append(.sessionCreated(record, by: actor, at: now))
            return (edit.user, nil)
        }
        guard let (saved, step) = changed else { throw AccountLink.gone }
        signInGuard.forgive(account: saved.username.key)
        issuer.authentication.ended(user: saved.id)
        if let step { return .step(issuer.steps.begin(step, for: saved, password: hash, at: now)) }
        return .signedIn(issuer.signedIn(saved, token: sessionToken, record: record, in: browser))
    }
}
