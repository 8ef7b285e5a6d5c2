package import Primitives

/// A signed-in browser as it is stored: its token's hash, never the token.
package struct SessionRecord: Sendable, Equatable {
    package let id: ID<Session>
    package let user: ID<Person>
    package let hash: TokenHash
    /// Like `Firefox on Linux`.
    package let client: String
    /// The IP address it was opened from.
    package let address: String
    package let createdAt: Timestamp
    package let lastUsedAt: Timestamp
    /// When its person last proved to be there: by a sign-in or by typing the password again.
    package let confirmedAt: Timestamp
    /// The end whatever its use; idleness may end it before.
    package let expiresAt: Timestamp

    package init(
        id: ID<Session>, user: ID<Person>, hash: TokenHash, client: String, address: String, createdAt: Timestamp,
        lastUsedAt: Timestamp, confirmedAt: Timestamp, expiresAt: Timestamp
    ) {
        self.id = id
        self.user = user
        self.hash = hash
        self.client = client
        self.address = address
        self.createdAt = createdAt
        self.lastUsedAt = lastUsedAt
        self.confirmedAt = confirmedAt
        self.expiresAt = expiresAt
    }
}
