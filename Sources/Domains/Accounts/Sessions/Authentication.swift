import Journal
package import Primitives
import Synchronization

/// Authenticates requests by their session or bearer token, and makes the end of each, and of device keys, take effect
/// at once.
///
/// A change made through the services of this process is seen by the next request; one made by another process within
/// five seconds. `tick()` must run about every two seconds.
package final class Authentication: Sendable {
    package let revocations = Revocations()
    package let policy: SessionPolicy
    let deferred = DeferredWrites()
    let deviceKeys = DeviceKeyCache()
    let unwritten = UnsavedSignIns()
    let store: any AccountStore
    let wallClock: any WallClock
    private let clock: any MonotonicClock
    private let cache = Mutex(AuthenticationCache())

    package init(
        store: any AccountStore, policy: SessionPolicy = SessionPolicy(), wallClock: any WallClock,
        clock: any MonotonicClock
    ) {
        self.store = store
        self.policy = policy
        self.wallClock = wallClock
        self.clock = clock
    }

    // MARK: Authentication

    /// The cached result, without waiting, while it is fresh. Nil says to call `authenticate(sessionToken:)`.
    package func cached(sessionToken token: String) -> Authenticated? {
        guard token.utf8.count == RandomToken.length else { return nil }
        return cached(TokenHash(of: token))
    }

    /// As `cached(sessionToken:)`, for a bearer token that comes from an IP address.
    package func cached(bearerToken token: String, from address: String) -> Authenticated? {
        guard Self.looksLikeBearerToken(token) else { return nil }
        return cached(TokenHash(of: token), from: address)
    }

    /// Nil for a session that is unknown, ended or expired, and for one of a disabled account.
    package func authenticate(sessionToken token: String) async throws -> Authenticated? {
        guard token.utf8.count == RandomToken.length else { return nil }
        let hash = TokenHash(of: token)
        if let known = cached(hash) { return known }
        let generation = cache.withLock { $0.generation }
        guard let stored = try await storedOrUnsaved(hash),
            policy.admits(stored.session, of: stored.user, at: wallClock.now())
        else { return nil }
        let last = CredentialUse(at: stored.session.lastUsedAt)
        let end = policy.end(of: stored.session, role: stored.user.role)
        return remember(
            Authenticated(stored.session, of: stored.user), hash, last, from: nil, until: end, generation)
    }

    /// As `authenticate(sessionToken:)`, for a bearer token.
    package func authenticate(bearerToken token: String, from address: String) async throws -> Authenticated? {
        guard Self.looksLikeBearerToken(token) else { return nil }
        let hash = TokenHash(of: token)
        if let known = cached(hash, from: address) { return known }
        let generation = cache.withLock { $0.generation }
        guard let (token, user) = try await store.token(hash: hash), !user.disabled, token.isLive(at: wallClock.now())
        else { return nil }
        let last = CredentialUse(at: token.lastUsedAt ?? Timestamp(milliseconds: 0), from: token.lastAddress)
        return remember(Authenticated(token, of: user), hash, last, from: address, until: token.expiresAt, generation)
    }

    private func cached(_ hash: TokenHash, from address: String? = nil) -> Authenticated? {
        let now = clock.now()
        let use = CredentialUse(at: wallClock.now(), from: address)
        guard let found = cache.withLock({ $0.find(hash, at: now, use: use) }) else { return nil }
        if found.note { deferred.noteUse(of: found.entry.authenticated.credential, use) }
        return found.entry.authenticated
    }

    private func remember(
        _ authenticated: Authenticated, _ hash: TokenHash, _ last: CredentialUse, from address: String?,
        until end: Timestamp?,
        _ generation: Int
    ) -> Authenticated {
        let now = clock.now()
        let use = CredentialUse(at: wallClock.now(), from: address)
        cache.withLock {
            $0.store(authenticated, for: hash, noted: last, until: end, generation: generation, at: now)
        }
        if use.isWorthNoting(after: last), cached(hash, from: address) == nil {
            deferred.noteUse(of: authenticated.credential, use)
        }
        return authenticated
    }

    private static func looksLikeBearerToken(_ token: String) -> Bool {
        token.utf8.count == AccessToken.prefix.utf8.count + RandomToken.length && token.hasPrefix(AccessToken.prefix)
    }

    /// The sessions that would be accepted now, last used first.
    func liveSessions(
        of user: ID<Person>, role: Role, current: ID<Session>?
    ) async throws -> [ListedSession] {
        let now = wallClock.now()
        return try await (unwritten.sessions(of: user) + store.sessions(of: user)).compactMap { session in
            let end = policy.end(of: session, role: role)
            return now < end ? ListedSession(session: session, isCurrent: session.id == current, endsAt: end) : nil
        }
    }

    // MARK: Invalidation

    /// Clears the caches. Open streams continue until the next `tick()` has checked them.
    package func invalidateAll() {
        cache.withLock { $0.removeAll() }
        deviceKeys.removeAll()
    }

    /// Clears the user's cache entries after a change: the next request reads them again.
    package func invalidate(user: ID<Person>) {
        cache.withLock { $0.remove { $0.principal.user == user } }
        deviceKeys.remove(user: user)
    }

    /// As `invalidate`, when the user's libraries may have changed: streams from libraries out of `scope` end.
    func changed(user: ID<Person>, scope: LibraryScope) {
        invalidate(user: user)
        revocations.revoke { $0.authenticated.principal.user == user && !$0.isWithin(scope) }
        revocations.compare(scope, of: user)
    }

    /// As `invalidate`, when the user's credentials have ended, except `kept` and perhaps the device keys: their open
    /// streams end too.
    func ended(user: ID<Person>, except kept: Credential? = nil, sparingDeviceKeys: Bool = false) {
        invalidate(user: user)
        unwritten.remove { $0.user == user && .session($0.id) != kept }
        revocations.revoke { stream in
            guard stream.authenticated.principal.user == user, stream.authenticated.credential != kept else {
                return false
            }
            return !sparingDeviceKeys || stream.authenticated.credential.deviceKeyID == nil
        }
    }

    func ended(_ credentials: [Credential]) {
        let ended = Set(credentials)
        unwritten.remove { ended.contains(.session($0.id)) }
        cache.withLock { $0.remove { ended.contains($0.credential) } }
        let keys = credentials.compactMap(\.deviceKeyID)
        if !keys.isEmpty { deviceKeys.remove(Set(keys)) }
        revocations.revoke { ended.contains($0.authenticated.credential) }
    }

    /// Ends the selected sessions of a user, with this entry in the journal. False when there was none.
    @discardableResult
    func endSessions(
        _ selection: SessionSelection, of user: ID<Person>, journal entry: JournalEntry
    ) async throws -> Bool {
        try? await writeSignIns()
        let sessions = try await store.endSessions(selection, of: user, journal: entry)
        ended(sessions.map(Credential.session))
        return !sessions.isEmpty
    }

    // MARK: In the background

    /// Writes a journal entry about an attempt that failed, by somebody at this IP address.
    ///
    /// - Parameter user: the user whose account was meant.
    func recordFailure(
        _ action: String, of user: ID<Person>?, from origin: String, at now: Timestamp,
        _ details: [String: String] = [:]
    ) {
        deferred.record(
            JournalEntry(
                at: now, by: JournalEntry.Actor(user: nil, origin: origin), action,
                user.map { JournalEntry.Subject(kind: "user", id: $0.rawValue) }, details: details))
    }

    /// Writes deferred records, and ends open streams whose credential has expired or was ended by another process.
    package func tick() async throws {
        try await recheckOpenStreams()
        try await writeSignIns()
        try await deferred.flush(to: store)
    }

    /// Removes expired credentials; once an hour is enough.
    package func sweep(by cleanup: Cleanup) async throws {
        let now = wallClock.now()
        try await store.releaseExpired(at: now)
        let idleSince = now.advanced(by: .zero - max(policy.idle, policy.adminIdle))
        let expired = try await store.expired(at: now, idleSince: idleSince)
        try await cleanup.run(.credentials, unneeded: expired.names, of: expired.total) { names in
            try await store.removeExpired(names, at: now, idleSince: idleSince)
        }
    }

    /// Ends open streams from libraries that no longer exist. Call it as often as `tick()`: a stream may begin by what
    /// was true before its library was removed.
    ///
    /// - Parameter present: returns the ids of the existing libraries; only called while there are streams.
    package func endStreams(exceptFrom present: () async throws -> Set<String>) async throws {
        // Before `present` is called: a stream that is opened meanwhile may be from a library that was added meanwhile.
        let open = revocations.libraries()
        guard !open.isEmpty else { return }
        let removed = open.subtracting(try await present())
        guard !removed.isEmpty else { return }
        revocations.revoke { stream in
            stream.library.map { removed.contains(LibraryScope.library(ofPart: $0)) } ?? false
        }
    }

    /// Throws `forbidden` with the reason `confirmation_required` unless this is a session whose user typed the
    /// password recently. Bearer tokens and device keys never count as confirmed: their scopes limit them.
    package func requireConfirmed(_ authenticated: Authenticated) throws(DomainError) {
        if let confirmedAt = authenticated.confirmedAt, policy.isConfirmed(confirmedAt, at: wallClock.now()) { return }
        throw .confirmationRequired
    }

    /// Whether the session's user has typed the password recently. Throws `unauthenticated` when the session has ended.
    func isConfirmed(_ session: ID<Session>) async throws -> Bool {
        guard let stored = try await store.sessions([session]).first else { throw DomainError.signedOut }
        return policy.isConfirmed(stored.session.confirmedAt, at: wallClock.now())
    }

    private func recheckOpenStreams() async throws {
        let open = revocations.openAuthentications()
        for start in stride(from: 0, to: open.count, by: 500) {
            try await recheck(Array(open[start...].prefix(500)))
        }
    }

    /// Ends those that would no longer be admitted as they are. Of the others it ends streams from libraries that their
    /// user no longer sees.
    private func recheck(_ chunk: [Authenticated]) async throws {
        let sessions = chunk.compactMap(\.credential.sessionID)
        let tokens = chunk.compactMap(\.credential.tokenID)
        let keys = chunk.compactMap(\.credential.deviceKeyID)
        let now = wallClock.now()
        var live: [Credential: User] = [:]
        let stored = sessions.isEmpty ? [] : try await store.sessions(sessions) + unwritten(sessions)
        for (session, user) in stored where policy.admits(session, of: user, at: now) {
            live[.session(session.id)] = user
        }
        for (token, user) in tokens.isEmpty ? [] : try await store.tokens(tokens)
        where !user.disabled && token.isLive(at: now) {
            live[.token(token.id)] = user
        }
        for (key, user) in keys.isEmpty ? [] : try await store.deviceKeys(keys)
        where !user.disabled && key.isLive(at: now) {
            live[.deviceKey(key.id)] = user
        }
        let gone = chunk.filter { live[$0.credential]?.role != $0.principal.role }.map(\.credential)
        if !gone.isEmpty { ended(gone) }
        revocations.compare(live.mapValues(\.scope))
        let scopes = live.compactMapValues { $0.scope == .everything ? nil : $0.scope }
        guard !scopes.isEmpty else { return }
        revocations.revoke { stream in
            scopes[stream.authenticated.credential].map { !stream.isWithin($0) } ?? false
        }
    }
}
