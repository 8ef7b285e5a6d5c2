package import Primitives

/// A bearer token for scripts as it is stored: its hash, never the token.
package struct AccessToken: Sendable, Equatable {
    package static let maximumPerUser = 50
    package static let maximumLabelLength = 100
    /// What every token's text begins with, so that people and secret scanners know one.
    package static let prefix = "rondo_"

    package let id: ID<AccessToken>
    package let user: ID<Person>
    package let hash: TokenHash
    package let label: String
    package let createdAt: Timestamp
    package let lastUsedAt: Timestamp?
    package let expiresAt: Timestamp?

    package init(
        id: ID<AccessToken>, user: ID<Person>, hash: TokenHash, label: String, createdAt: Timestamp,
        lastUsedAt: Timestamp? = nil, expiresAt: Timestamp? = nil
    ) {
        self.id = id
        self.user = user
        self.hash = hash
        self.label = label
        self.createdAt = createdAt
        self.lastUsedAt = lastUsedAt
        self.expiresAt = expiresAt
    }

    func isLive(at now: Timestamp) -> Bool {
        expiresAt.map { now < $0 } ?? true
    }
}
