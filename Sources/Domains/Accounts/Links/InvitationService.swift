import Journal
package import Primitives

/// Makes accounts for visitors: by an admin's invitation or, when registration is open, without one.
package struct InvitationService: Sendable {
    private let store: any AccountStore
    private let passwords: Passwords
    private let issuer: SessionIssuer
    private let policy: any RegistrationPolicy
    private let clock: any WallClock

    package init(
        store: any AccountStore, passwords: Passwords, issuer: SessionIssuer, policy: any RegistrationPolicy,
        clock: any WallClock
    ) {
        self.store = store
        self.passwords = passwords
        self.issuer = issuer
        self.policy = policy
        self.clock = clock
    }

    // MARK: Admins

    /// Newest first.
    package func list(_ page: PageRequest, as caller: Caller) async throws -> Page<ListedInvitation> {
        try caller.require(.manageUsers)
        return try await store.invitations(page)
    }

    /// The token is returned only this once. Throws `invalid` with the field.
    package func create(
        _ draft: InvitationDraft, as caller: Caller
    ) async throws -> (invitation: Invitation, token: String) {
        try caller.requireCredentials(.manageUsers)
        try draft.role.requireAssignable(field: "role")
        guard InvitationDraft.days.contains(draft.expiresInDays) else {
            throw DomainError.invalid("An invitation lasts 1 to 90 days", field: "expiresInDays")
        }
        let now = clock.now()
        let token = RandomToken.make()
        let invitation = Invitation(
            id: .make(at: now), hash: TokenHash(of: token), label: VisibleText.clean(draft.label, maximum: 100),
            role: draft.role, plan: draft.plan, libraries: draft.libraries, maker: caller.principal?.user,
            createdAt: now,
            expiresAt: now.advanced(by: .seconds(draft.expiresInDays * 86_400)))
        let entry = Self.entry(
            "invitation.create", invitation.id, caller.actor, at: now,
            ["label": invitation.label, "role": invitation.role.rawValue].merging(caller.provenance) { $1 })
        try await store.edit { accounts in
            guard try accounts.isOpen(invitation, at: now) else { throw DomainError.signedOut }
            for library in invitation.libraries.libraries ?? [] {
                guard try accounts.hasLibrary(library) else { throw DomainError.unknownLibrary }
            }
            let records = TokenProductRecords(sources: try accounts.sources(of: caller.maker))
            let recorded = records.record(.invitation, invitation.id.rawValue, at: now)
            return Changes(at: now, [.addInvitation(invitation)] + recorded, journal: [entry])
        }
        return (invitation, token)
    }

    /// Removes the invitation, so that its link no longer works.
    package func revoke(_ id: ID<Invitation>, as caller: Caller) async throws {
        try caller.requireCredentials(.manageUsers)
        let entry = Self.entry("invitation.revoke", id, caller.actor, at: clock.now(), caller.provenance)
        try await store.edit { accounts in
            guard try accounts.hasInvitation(id) else { throw DomainError.notFound("There is no such invitation") }
            return Changes(at: entry.at, .removeInvitation(id), journal: [entry])
        }
    }

    // MARK: Visitors

    /// The end of the invitation. Throws `notFound` with reason `link_expired` for one that is unknown, used, or
    /// expired.
    package func check(token: String) async throws -> Timestamp {
        try await open(TokenHash(of: token), at: clock.now()).expiresAt
    }

    private func open(_ hash: TokenHash, at now: Timestamp) async throws -> Invitation {
        try await store.read { try $0.openInvitation(hash, at: now) }.orThrow(AccountLink.gone)
    }

    /// Makes the account and signs it in. The invitation works once, even in parallel calls.
    package func accept(token: String, _ newcomer: Registration, in browser: Browser) async throws -> SignedIn {
        let hash = TokenHash(of: token)
        let now = clock.now()
        let found = try await open(hash, at: now)
        let user = try await user(newcomer, role: found.role, libraries: found.libraries, plan: found.plan, at: now)
        let session = issuer.issue(for: user.id, in: browser, at: now)
        try await store.edit { accounts in
            guard let invitation = try accounts.openInvitation(hash, at: now) else { throw AccountLink.gone }
            try accounts.identityProvider().requirePasswordAccepted(of: user.role)
            let entry = Self.entry("invitation.accept", invitation.id, session.actor, at: now)
            let account = NewAccount(user, opening: session, entry)
            return try account.changes(accepting: invitation, at: now, in: accounts)
        }
        return issuer.signedIn(user, by: session)
    }

    package func isRegistrationOpen() async throws -> Bool {
        try await policy.registrationRole() != nil
    }

    /// Makes an account without an invitation and signs it in. Throws `forbidden` with reason `registration_closed`,
    /// and `rateLimited` for an address with too many attempts.
    package func register(_ newcomer: Registration, in browser: Browser) async throws -> SignedIn {
        guard let role = try await policy.registrationRole() else { throw Self.registrationClosed }
        if let wait = passwords.signInGuard.refuse(address: browser.address) { throw DomainError.throttled(for: wait) }
        let now = clock.now()
        let user = try await user(newcomer, role: role, at: now)
        let session = issuer.issue(for: user.id, in: browser, at: now)
        try await store.create(presenting: nil) { accounts in
            // The first account is the admin's, made by the setup link.
            guard try !accounts.ableAdmins().isEmpty else { throw Self.registrationClosed }
            try accounts.identityProvider().requirePasswordAccepted(of: role)
            var account = NewAccount(
                user, opening: session, session.actor.entry("user.register", on: user.id, at: now))
            account.isSelfMade = true
            return account
        }
        return issuer.signedIn(user, by: session)
    }

    private static let registrationClosed = DomainError(
        .forbidden, "New accounts are made by invitation here", reason: "registration_closed")

    private func user(
        _ newcomer: Registration, role: Role, libraries: LibraryScope = .everything, plan: ID<Plan>? = nil,
        at now: Timestamp
    ) async throws -> User {
        var user = try await passwords.newUser(
            named: newcomer.username, displayName: newcomer.displayName, email: newcomer.email,
            password: newcomer.password, role: role, isHere: true, at: now)
        user.libraries = libraries
        user.plan = plan
        return user
    }

    private static func entry(
        _ action: String, _ id: ID<Invitation>, _ actor: JournalEntry.Actor, at now: Timestamp,
        _ details: [String: String] = [:]
    ) -> JournalEntry {
        JournalEntry(at: now, by: actor, action, .init("invitation", id), details: details)
    }
}
