package import Journal
package import Primitives

/// Checks links, and sets passwords by them.
package struct LinkService: Sendable {
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

    /// Throws `notFound` with reason `link_expired` for a link that is unknown, used, expired, or of a disabled
    /// account.
    package func check(token: String) async throws -> LinkSummary {
        let (hash, now) = (TokenHash(of: token), clock.now())
        let summary = try await store.read { accounts -> LinkSummary? in
            guard let (link, user) = try accounts.usableLink(hash, at: now), user?.disabled != true,
                try link.purpose != .setup || accounts.ableAdmins().isEmpty
            else { return nil }
            return LinkSummary(purpose: link.purpose, username: user?.username.text, expiresAt: link.expiresAt)
        }
        guard let summary else { throw AccountLink.gone }
        return summary
    }

    /// Sets the password, ends the user's sessions, tokens and device keys, and signs the user in here: a reset is a
    /// new start for a user who may have lost control of the account. A user who has a second factor, or must have one,
    /// is not signed in yet: a reader of the user's emails does not have that factor. The link works once.
    package func choosePassword(token: String, password: String, in browser: Browser) async throws -> SignInOutcome {
        let presented = TokenHash(of: token)
        let now = clock.now()
        guard let (link, owner) = try await store.read({ try $0.usableLink(presented, at: now) }),
            link.purpose == .password, let user = owner, !user.disabled
        else { throw AccountLink.gone }
        let hash = try await passwords.hash(
            password, username: user.username.text, displayName: user.displayName)
        let session = issuer.issue(for: user.id, in: browser, at: now)
        let (saved, step) = try await store.edit(user.id, presenting: presented, else: AccountLink.gone) { edit in
            guard let link = edit.stored.link, link.user == edit.user.id, !edit.user.disabled,
                link.isUsable(for: .password, at: now, madeBy: edit.stored.linkMaker)
            else { throw AccountLink.gone }
            try edit.requirePasswordAccepted()
            edit.setPassword(hash, at: now)
            edit.end(.identityLinks)
            edit.linkUsedAt = now
            edit.record("link.use", by: session.actor, at: now)
            edit.record("user.password", by: session.actor, at: now)
            let step = edit.neededStep
            if step == nil { edit.open(session) }
            return (edit.user, step)
        }
        passwords.signInGuard.forgive(account: saved.username.key)
        issuer.authentication.ended(user: saved.id)
        if let step { return .step(issuer.steps.begin(step, for: saved, at: now)) }
        return .signedIn(issuer.signedIn(saved, by: session))
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
        let latest = try await store.read { try $0.latestPasswordLink(of: user) }
        if let latest, now.since(latest) < Self.pause { return nil }
        let issued = IssuedLink.password(for: user, at: now, lasting: Self.lifetime)
        return try await store.edit(user) { edit in
            edit.newLink = issued.link
            edit.record("link.create", by: actor, at: now, ["reason": "forgotten"])
            return issued.token
        }
    }
}
