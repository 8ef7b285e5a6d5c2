import Journal
package import Primitives

/// The links of accounts to the provider, for their users.
package struct IdentityLinkService: Sendable {
    private let store: any AccountStore
    private let issuer: SessionIssuer
    private let clock: any WallClock

    package init(store: any AccountStore, issuer: SessionIssuer, clock: any WallClock) {
        self.store = store
        self.issuer = issuer
        self.clock = clock
    }

    package func links(as caller: Caller) async throws -> [IdentityLink] {
        let user = try caller.requirePerson().user
        return try await store.read { try $0.identityLinks(of: user) }
    }

    /// Removes one of the caller's links, and ends the sessions that it opened, but the caller's own. Throws `conflict`
    /// with reason `openid_only_way` where the account could not be signed in to without it.
    package func remove(_ id: ID<IdentityLink>, as caller: Caller) async throws {
        let user = try caller.requirePersonForCredentials().user
        let now = clock.now()
        let (ended, link) = try await store.edit {
            accounts -> (Changes<AccountWrite>?, ([ID<Session>], IdentityLink)) in
            guard let account = try accounts.user(user),
                let link = try accounts.identityLinks(of: user).first(where: { $0.id == id })
            else { throw DomainError.notFound("There is no such connection") }
            let refuses = try accounts.identityProvider().refusesPassword(of: account.role)
            guard account.passwordHash != nil, !refuses else {
                throw DomainError(
                    .conflict, "You could not sign in without it. Ask an admin for a link to choose a password first",
                    reason: "openid_only_way")
            }
            let sessions = try accounts.sessions(by: link.issuer, subject: link.subject, session: nil)
                .map(\.session).filter { $0 != caller.principal?.session }
            let entry = JournalEntry.identity("identity.unlink", link, by: caller.actor, at: now)
            return (
                Changes(at: now, .endIdentityLink(id), .endSessions(sessions), journal: [entry]), (sessions, link)
            )
        }
        issuer.steps.end { $0.issuer == link.issuer && $0.subject == link.subject }
        issuer.authentication.ended(ended.map(Credential.session))
    }
}

/// Ends sessions at the provider's word (OpenID Connect Back-Channel Logout 1.0).
package struct ProviderLogoutService: Sendable {
    private let store: any AccountStore
    private let client: any IdentityProviderClient
    private let issuer: SessionIssuer
    private let seen = SeenTokens()
    private let clock: any WallClock

    package init(
        store: any AccountStore, client: any IdentityProviderClient, issuer: SessionIssuer, clock: any WallClock
    ) {
        self.store = store
        self.client = client
        self.issuer = issuer
        self.clock = clock
    }

    /// Throws `invalid` for a token that is not accepted, also for one that was used before.
    ///
    /// - Parameter origin: the IP address of the request.
    package func end(by token: String, from origin: String) async throws {
        let provider = try await store.read { try $0.identityProvider() }
        let now = clock.now()
        guard provider.isOn else { throw Self.refusal }
        let verified = try await provider.answer {
            try await client.claims(of: token, from: client.configuration(of: provider.issuer))
        }
        guard let claims = verified,
            let id = try? TokenChecks(provider: provider, now: now).checkLogoutToken(claims), seen.isFirst(id, at: now)
        else { throw Self.refusal }
        do {
            try await end(claims.text("sub"), session: claims.text("sid"), of: provider, from: origin, at: now)
        } catch {
            seen.forget(id)
            throw error
        }
    }

    private func end(
        _ subject: String?, session: String?, of provider: IdentityProvider, from origin: String, at now: Timestamp
    ) async throws {
        let authentication = issuer.authentication
        try? await authentication.writeSignIns()
        let ended = try await store.edit { accounts -> (Changes<AccountWrite>?, [ID<Session>]) in
            let meant = try accounts.sessions(by: provider.issuer, subject: subject, session: session)
            guard !meant.isEmpty else { return (nil, []) }
            let entries = Set(meant.map(\.user)).sorted { $0.rawValue < $1.rawValue }.map { user in
                let count = meant.count { $0.user == user }
                return JournalEntry.Actor(user: nil, origin: origin).entry(
                    "session.end", on: user, at: now,
                    details: ["reason": "signed out at \(provider.name)", "count": "\(count)"])
            }
            let sessions = meant.map(\.session)
            return (Changes(at: now, .endSessions(sessions), journal: entries), sessions)
        }
        let isMeant = { (identity: SessionIdentity) in
            identity.issuer == provider.issuer && identity.isMeant(by: subject, session: session)
        }
        issuer.steps.end(where: isMeant)
        authentication.unwritten.remove { $0.identity.map(isMeant) ?? false }
        authentication.ended(ended.map(Credential.session))
    }

    private static let refusal = DomainError.invalid("This is no valid logout token", field: "logout_token")
}
