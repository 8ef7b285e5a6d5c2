import Journal
package import Primitives

/// The first start: a link, printed on the machine, lets the operator make the first admin account.
package struct SetupService: Sendable {
    private let store: any AccountStore
    private let hasher: any PasswordHasher
    private let rules: PasswordRules
    private let issuer: SessionIssuer
    private let clock: any WallClock

    package init(
        store: any AccountStore, hasher: any PasswordHasher, rules: PasswordRules, issuer: SessionIssuer,
        clock: any WallClock
    ) {
        self.store = store
        self.hasher = hasher
        self.rules = rules
        self.issuer = issuer
        self.clock = clock
    }

    package func isRequired() async throws -> Bool {
        try await store.ableAdminCount() == 0
    }

    /// Replaces the setup link at every start while there is no admin; otherwise removes it and returns nil.
    package func renewLink() async throws -> IssuedLink? {
        let now = clock.now()
        let issued = IssuedLink.setup(at: now)
        let entry = JournalEntry(at: now, by: .gateway, "link.create", details: ["purpose": "setup"])
        return try await store.edit { accounts -> (Changes<AccountWrite>?, IssuedLink?) in
            guard try accounts.ableAdmins().isEmpty else {
                return (Changes<AccountWrite>(at: now, .removeSetupLinks), nil)
            }
            var changes = Changes<AccountWrite>(at: now, .replaceLink(issued.link))
            changes.journal = [entry]
            return (changes, issued)
        }
    }

    /// Makes the first admin and signs them in. Throws `notFound` with reason `link_expired` for a wrong or used token,
    /// and with reason `setup_done` when there is an admin. Of parallel calls exactly one succeeds.
    package func finish(
        token: String, username: String, displayName: String?, password: String, in browser: Browser
    ) async throws -> SignedIn {
        let presented = TokenHash(of: token)
        let now = clock.now()
        try Self.check(
            AccountFacts(
                ableAdminCount: try await store.ableAdminCount(), link: try await store.link(hash: presented)?.link),
            at: now)
        let name = try Username(username)
        let shown = try displayName.flatMap { $0.isEmpty ? nil : $0 }.map(DisplayName.checked)
        let hash = try await hasher.hash(rules.checked(password, username: name.text, displayName: shown))
        let user = User(
            id: .make(at: now), username: name, displayName: shown, role: .admin, passwordHash: hash, createdAt: now,
            passwordChangedAt: now, lastSeenAt: now)
        let (sessionToken, record) = issuer.issue(for: user.id, in: browser, at: now)
        let actor = JournalEntry.Actor(user: user.id, origin: browser.address)
        try await store.create(presenting: presented) { facts in
            try Self.check(facts, at: now)
            let subject = JournalEntry.Subject(kind: "user", id: user.id.rawValue)
            var account = NewAccount(
                user,
                journal: [
                    .userCreated(user, by: actor, at: now),
                    JournalEntry(at: now, by: actor, "setup.finish", subject),
                    .sessionCreated(record, by: actor, at: now),
                ])
            account.session = record
            account.linkUsedAt = now
            return account
        }
        return issuer.signedIn(user, token: sessionToken, record: record, in: browser)
    }

    private static func check(_ facts: AccountFacts, at now: Timestamp) throws(DomainError) {
        guard facts.ableAdminCount == 0 else {
            throw DomainError(.notFound, "Rondo has been set up already", reason: "setup_done")
        }
        guard let link = facts.link, link.isUsable(for: .setup, at: now) else { throw AccountLink.gone }
    }
}
