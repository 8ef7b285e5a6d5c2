import Journal
package import Primitives

/// The first start: a link, printed on the machine, lets the operator make the first admin account.
package struct SetupService: Sendable {
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

    package func isRequired() async throws -> Bool {
        try await store.read { try $0.ableAdmins().isEmpty }
    }

    /// Replaces the setup link at every start while there is no admin; otherwise removes it and returns nil.
    package func renewLink() async throws -> IssuedLink? {
        let now = clock.now()
        let issued = IssuedLink.setup(at: now)
        let entry = JournalEntry(at: now, by: .gateway, "link.create", details: ["purpose": "setup"])
        return try await store.edit { accounts -> (Changes<AccountWrite>?, IssuedLink?) in
            guard try accounts.ableAdmins().isEmpty else {
                return (Changes(at: now, .removeSetupLinks), nil)
            }
            return (Changes(at: now, .replaceLink(issued.link), journal: [entry]), issued)
        }
    }

    /// Makes the first admin and signs them in. Throws `notFound` with reason `link_expired` for a wrong or used token,
    /// and with reason `setup_done` when there is an admin. Of parallel calls exactly one succeeds.
    package func finish(
        token: String, username: String, displayName: String?, password: String, in browser: Browser
    ) async throws -> SignedIn {
        let presented = TokenHash(of: token)
        let now = clock.now()
        if let refusal = try await store.read({ try Self.refusal(of: presented, in: $0, at: now) }) { throw refusal }
        let user = try await passwords.newUser(
            named: username, displayName: displayName, email: nil, password: password, role: .admin, isHere: true,
            at: now)
        let session = issuer.issue(for: user.id, in: browser, at: now)
        try await store.create(presenting: presented) { accounts in
            if let refusal = try Self.refusal(of: presented, in: accounts, at: now) { throw refusal }
            var account = NewAccount(
                user, opening: session, session.actor.entry("setup.finish", on: user.id, at: now))
            account.linkUsedAt = now
            return account
        }
        return issuer.signedIn(user, by: session)
    }

    /// The reason why the presented link cannot be used.
    private static func refusal(
        of presented: TokenHash, in accounts: any AccountState, at now: Timestamp
    ) throws -> DomainError? {
        guard try accounts.ableAdmins().isEmpty else {
            return DomainError(.notFound, "Rondo has been set up already", reason: "setup_done")
        }
        return try accounts.link(presented)?.isUsable(for: .setup, at: now) == true ? nil : AccountLink.gone
    }
}
