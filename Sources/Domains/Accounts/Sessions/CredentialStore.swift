package import Primitives

/// The storage of sessions and access tokens. Every method is one transaction. `UserStore.edit` adds and ends them.
package protocol CredentialStore: Sendable {
    func session(hash: TokenHash) async throws -> (session: SessionRecord, user: User)?
    func token(hash: TokenHash) async throws -> (token: AccessToken, user: User)?

    /// The sessions of `ids` that still exist; at most 500 ids.
    func sessions(_ ids: [ID<Session>]) async throws -> [(session: SessionRecord, user: User)]
    func tokens(_ ids: [ID<AccessToken>]) async throws -> [(token: AccessToken, user: User)]

    /// The user's sessions, last used first.
    func sessions(of user: ID<Person>) async throws -> [SessionRecord]
    /// The user's tokens, newest first.
    func tokens(of user: ID<Person>) async throws -> [AccessToken]

    /// Records the latest uses of credentials, with the addresses of tokens and device keys, and the clients of the
    /// latter. A use older than the stored one changes nothing.
    func noteUses(_ uses: [Credential: CredentialUse]) async throws

    /// Releases the addresses whose undo link expired before `now`, and forgets the products of deleted tokens. Neither
    /// gives access to anyone.
    func releaseExpired(at now: Timestamp) async throws

    /// Sessions not used since `idleSince` and credentials that had expired at `now`, by kind and id, with the number
    /// of all credentials.
    func expired(at now: Timestamp, idleSince: Timestamp) async throws -> (names: [String], total: Int)
    /// Removes those of `names` that are still expired. Returns their number.
    func removeExpired(_ names: [String], at now: Timestamp, idleSince: Timestamp) async throws -> Int
}

/// A selection among a user's sessions.
package enum SessionSelection: Sendable, Equatable {
    case one(ID<Session>)
    case allBut(ID<Session>)
    case all
}
