package import Journal
package import Primitives

/// What sessions and access tokens need from storage. Every method is one transaction.
package protocol CredentialStore: Sendable {
    func session(hash: TokenHash) async throws -> HeldSession?
    func token(hash: TokenHash) async throws -> HeldToken?

    /// Those of `ids` that are still there; at most 500 ids.
    func sessions(_ ids: [ID<Session>]) async throws -> [HeldSession]
    func tokens(_ ids: [ID<AccessToken>]) async throws -> [HeldToken]

    /// The person's sessions, last used first.
    func sessions(of user: ID<Person>) async throws -> [SessionRecord]
    /// The person's tokens, newest first.
    func tokens(of user: ID<Person>) async throws -> [AccessToken]

    /// Ends what `selection` says and appends `entry` with the number in its details, unless there was nothing to end.
    func endSessions(
        _ selection: SessionSelection, of user: ID<Person>, journal entry: JournalEntry
    ) async throws -> [ID<Session>]

    /// False when the person has no such token.
    func revokeToken(_ id: ID<AccessToken>, of user: ID<Person>, journal entry: JournalEntry) async throws -> Bool

    /// Notes when credentials were last used; a use older than what is stored changes nothing.
    func noteUses(_ uses: [Credential: Timestamp]) async throws

    /// Removes sessions not used since `idleSince`, and what had expired at `now`.
    func removeExpired(at now: Timestamp, idleSince: Timestamp) async throws
}
