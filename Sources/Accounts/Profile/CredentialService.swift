import Journal
package import Primitives

/// What people do with their own sessions and access tokens.
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
        let principal = try caller.requirePerson()
        let entry = caller.entry("session.end", on: principal.user, at: clock.now(), details: ["session": id.rawValue])
        let ended = try await store.endSessions(.one(id), of: principal.user, journal: entry)
        guard !ended.isEmpty else { throw DomainError.notFound("There is no such session") }
        authentication.ended(ended.map(Credential.session))
    }

    /// All but the one that asks.
    package func endOtherSessions(as caller: Caller) async throws {
        let principal = try caller.requirePerson()
        let entry = caller.entry("session.end", on: principal.user, at: clock.now())
        let ended = try await store.endSessions(
            principal.session.map(SessionSelection.allBut) ?? .all, of: principal.user, journal: entry)
        authentication.ended(ended.map(Credential.session))
    }

    /// Newest first.
    package func tokens(as caller: Caller) async throws -> [AccessToken] {
        try await store.tokens(of: caller.requirePerson().user)
    }

    /// `days` from now until it expires, 1 to 3650; nil for never. A bearer token makes no further tokens: whoever found one could
    /// outlive its end.
    package func createToken(label: String, expiresInDays days: Int?, as caller: Caller) async throws -> IssuedToken {
        let principal = try caller.requirePerson()
        guard principal.session != nil else {
            throw DomainError(
                .forbidden, "A token cannot make tokens: sign in with the password", reason: "session_required")
        }
        return try await createToken(for: principal.user, label: label, expiresInDays: days, as: caller)
    }

    /// For somebody else; only the command line may.
    package func createToken(
        for user: ID<Person>, label: String, expiresInDays days: Int?, by operator: Caller
    ) async throws -> IssuedToken {
        try `operator`.requireOperator()
        return try await createToken(for: user, label: label, expiresInDays: days, as: `operator`)
    }

    package func revokeToken(_ id: ID<AccessToken>, as caller: Caller) async throws {
        let principal = try caller.requirePerson()
        let entry = caller.entry("token.revoke", on: principal.user, at: clock.now(), details: ["token": id.rawValue])
        guard try await store.revokeToken(id, of: principal.user, journal: entry) else {
            throw DomainError.notFound("There is no such token")
        }
        authentication.ended([.token(id)])
    }

    private func createToken(
        for user: ID<Person>, label: String, expiresInDays days: Int?, as caller: Caller
    ) async throws -> IssuedToken {
        let label = try VisibleText.line(label, maximum: AccessToken.maximumLabelLength, field: "label")
        if let days, !(1...3650).contains(days) {
            throw DomainError.invalid("A token lives for 1 to 3650 days", field: "expiresInDays")
        }
        let now = clock.now()
        let text = RandomToken.make(prefix: AccessToken.prefix)
        let token = AccessToken(
            id: .make(at: now), user: user, hash: TokenHash(of: text), label: label, createdAt: now,
            expiresAt: days.map { now.advanced(by: .seconds($0 * 86_400)) })
        let created: Void? = try await store.edit(user) { edit in
            guard edit.tokenCount < AccessToken.maximumPerUser else {
                throw DomainError(.conflict, "An account has at most \(AccessToken.maximumPerUser) tokens")
            }
            edit.newToken = token
            edit.journal.append(
                caller.entry(
                    "token.create", on: user, at: now, details: ["token": token.id.rawValue, "label": label]))
        }
        guard created != nil else { throw DomainError.notFound("There is no such user") }
        return IssuedToken(token: token, text: text)
    }
}
