import Journal
package import Primitives

/// Manages the caller's own sessions and access tokens.
package struct CredentialService: Sendable {
    private let store: any AccountStore
    private let authentication: Authentication
    private let clock: any WallClock

    package init(store: any AccountStore, authentication: Authentication, clock: any WallClock) {
        self.store = store
        self.authentication = authentication
        self.clock = clock
    }

    /// Last used first.
    package func sessions(as caller: Caller) async throws -> [ListedSession] {
        let principal = try caller.requirePerson()
        return try await authentication.liveSessions(
            of: principal.user, role: principal.role, current: principal.session)
    }

    package func endSession(_ id: ID<Session>, as caller: Caller) async throws {
        let principal = try caller.requirePersonForCredentials()
        let entry = caller.entry("session.end", on: principal.user, at: clock.now(), details: ["session": id.rawValue])
        guard try await authentication.endSessions(.one(id), of: principal.user, journal: entry) else {
            throw DomainError.noSuchSession
        }
    }

    /// Ends all of the caller's sessions but the present one.
    package func endOtherSessions(as caller: Caller) async throws {
        let principal = try caller.requirePersonForCredentials()
        let entry = caller.entry("session.end", on: principal.user, at: clock.now())
        try await authentication.endSessions(
            principal.session.map(SessionSelection.allBut) ?? .all, of: principal.user, journal: entry)
    }

    // MARK: Tokens: the caller's own or, for the command line, another user's

    /// Newest first.
    ///
    /// - Parameter user: nil for the caller.
    package func tokens(of user: ID<Person>? = nil, as caller: Caller) async throws -> [AccessToken] {
        try await store.tokens(of: owner(user, caller))
    }

    private func owner(_ user: ID<Person>?, _ caller: Caller) throws -> ID<Person> {
        guard let user else { return try caller.requirePerson().user }
        try caller.requireOperator()
        return user
    }

    /// Makes a token. A bearer token cannot: a stolen one could extend its access beyond its own end. Throws `invalid`
    /// with the field `expiresInDays` for a token without an end, unless the caller is an admin or the command line, and
    /// `forbidden` with the field `scopes` for a scope that the user's role has no use for.
    ///
    /// - Parameter user: nil for the caller.
    package func createToken(
        for user: ID<Person>? = nil, label: String, scopes: Set<AccessScope> = AccessScope.standard,
        lifetime: AccessToken.Lifetime = .standard, as caller: Caller
    ) async throws -> IssuedToken {
        let user = try owner(user, caller)
        if let principal = caller.principal {
            guard principal.session != nil else {
                throw DomainError(
                    .forbidden, "A token cannot make tokens. Sign in with the password", reason: "session_required")
            }
            guard lifetime != .unlimited || principal.may(.administer) else {
                throw DomainError.invalid(
                    "Only an admin's token can be without an end. Choose a number of days", field: "expiresInDays")
            }
        }
        let label = try VisibleText.line(label, maximum: AccessToken.maximumLabelLength, field: "label")
        guard !scopes.isEmpty else { throw DomainError.invalid("A token needs a scope", field: "scopes") }
        let now = clock.now()
        var expiresAt: Timestamp?
        if case .days(let days) = lifetime {
            guard AccessToken.Lifetime.range.contains(days) else {
                throw DomainError.invalid("A token lives for 1 to 3650 days", field: "expiresInDays")
            }
            expiresAt = now.advanced(by: .seconds(days * 86_400))
        }
        let text = RandomToken.make(prefix: AccessToken.prefix)
        let token = AccessToken(
            id: .make(at: now), user: user, hash: TokenHash(of: text), label: label, scopes: scopes, createdAt: now,
            expiresAt: expiresAt)
        try await store.edit(user, else: .noSuchUser) { edit in
            guard edit.stored.tokenCount < AccessToken.maximumPerUser else {
                throw DomainError(.conflict, "An account has at most \(AccessToken.maximumPerUser) tokens")
            }
            guard
                !scopes.contains(.administer)
                    || !edit.user.role.permissions.isDisjoint(with: AccessScope.administrative)
            else {
                throw DomainError(
                    .forbidden, "Only an admin's token can have the scope administer", reason: "admin_scope",
                    field: "scopes")
            }
            edit.additions.append(.addToken(token))
            edit.record(
                "token.create", by: caller, at: now,
                [
                    "token": token.id.rawValue, "label": label,
                    "scopes": AccessScope.names(scopes).joined(separator: ","),
                ])
        }
        return IssuedToken(token: token, text: text)
    }

    /// The token's products that have not ended, oldest first.
    ///
    /// - Parameter user: nil for the caller.
    package func products(
        of id: ID<AccessToken>, of user: ID<Person>? = nil, as caller: Caller
    ) async throws -> [TokenProduct] {
        let user = try owner(user, caller)
        let products = try await store.read { accounts in
            try accounts.hasToken(id, of: user) ? accounts.products(of: id.rawValue) : nil
        }
        guard let products else { throw Self.noSuchToken }
        return products
    }

    /// Ends the token and its products. Links, invitations and shares stop working; browsers that were signed in by
    /// them are signed out; accounts that it made are disabled; passwords that were chosen by its links are removed;
    /// roles and addresses that it changed are restored. With `keepingAccounts` accounts stay as they are, which
    /// requires a session whose user typed the password recently. They also stay for a caller who may not manage them.
    /// Throws `conflict` with reason `last_admin`.
    ///
    /// - Parameter user: nil for the caller.
    @discardableResult
    package func revokeToken(
        _ id: ID<AccessToken>, of user: ID<Person>? = nil, keepingAccounts: Bool = false, as caller: Caller
    ) async throws -> RevokedToken {
        let user = try owner(user, caller)
        try caller.principal?.require([.credentials])
        // Otherwise the holder of a stolen token could retain the accounts that it made.
        if keepingAccounts { try await caller.requireConfirmation(by: authentication) }
        let entry = caller.entry("token.revoke", on: user, at: clock.now(), details: ["token": id.rawValue])
        let revocation = TokenRevocation(keepsAccounts: keepingAccounts, by: caller)
        let revoked = try await store.revokeToken(id, of: user, revocation, journal: entry).orThrow(Self.noSuchToken)
        let sessions = revoked.ended.filter { $0.kind == .session }.map { Credential.session(ID($0.id)) }
        authentication.ended([.token(id)] + sessions)
        let locked = revoked.ended.filter { $0.kind.isOfAccount && $0.kind != .email }
        for account in Set(locked.map(\.id)) { authentication.ended(user: ID(account)) }
        return revoked
    }

    private static var noSuchToken: DomainError { .notFound("There is no such token") }
}
