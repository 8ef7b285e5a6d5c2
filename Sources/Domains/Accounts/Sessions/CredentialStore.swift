package import Journal
package import Primitives

/// What sessions and access tokens need from storage. Every method is one transaction.
package protocol CredentialStore: Sendable {
    func session(hash: TokenHash) async throws -> UserSession?
    func token(hash: TokenHash) async throws -> UserToken?

    /// Those of `ids` that are still there; at most 500 ids.
    func sessions(_ ids: [ID<Session>]) async throws -> [UserSession]
    func tokens(_ ids: [ID<AccessToken>]) async throws -> [UserToken]

    /// The person's sessions, last used first.
    func sessions(of user: ID<Person>) async throws -> [SessionRecord]
    /// The person's tokens, newest first.
    func tokens(of user: ID<Person>) async throws -> [AccessToken]

    /// Ends what `selection` says and appends `entry` with the number in its details, unless there was nothing to end.
    func endSessions(
        _ selection: SessionSelection, of user: ID<Person>, journal entry: JournalEntry
    ) async throws -> [ID<Session>]

    /// The token's products that have not ended, oldest first; nil when the person has no such token.
    func products(of token: ID<AccessToken>, of user: ID<Person>) async throws -> [TokenProduct]?

    /// Ends the token with what came of it, as far as `revocation` says; the numbers are added to `entry`. Nil when the person has no such
    /// token. Throws `conflict` with reason `last_admin` when nobody could administer afterwards.
    func revokeToken(
        _ id: ID<AccessToken>, of user: ID<Person>, _ revocation: TokenRevocation, journal entry: JournalEntry
    ) async throws -> RevokedToken?

    /// Notes when credentials were last used, and tokens from where; a use older than what is stored changes nothing.
    func noteUses(_ uses: [Credential: CredentialUse]) async throws

    /// Frees the addresses whose undo link expired before `now`, and forgets what came of tokens that are gone. Neither lets anybody in.
    func releaseExpired(at now: Timestamp) async throws

    /// Sessions not used since `idleSince`, and what had expired at `now`, by kind and id; and how many credentials there are.
    func expired(at now: Timestamp, idleSince: Timestamp) async throws -> (names: [String], total: Int)
    /// Removes those of `names` that are expired still; how many there were.
    func removeExpired(_ names: [String], at now: Timestamp, idleSince: Timestamp) async throws -> Int
}
