package import Primitives

/// A bearer token for scripts as it is stored: its hash, never the token.
package struct AccessToken: Sendable, Equatable {
    package static let maximumPerUser = 50
    package static let maximumLabelLength = 100
    /// What every token's text begins with, so that people and secret scanners know one.
    package static let prefix = "rondo_"
    /// For how long an expired token stays in the list, with what came of it.
    package static let retention = Duration.seconds(30 * 86_400)

    /// When a token stops working.
    package enum Lifetime: Sendable, Equatable {
        case days(Int)
        case unlimited

        package static let standard = Lifetime.days(90)
        package static let range = 1...3650
    }

    package let id: ID<AccessToken>
    package let user: ID<Person>
    package let hash: TokenHash
    package let label: String
    package let scopes: Set<AccessScope>
    package let createdAt: Timestamp
    package let lastUsedAt: Timestamp?
    /// The IP address that it was last used from.
    package let lastAddress: String?
    package let expiresAt: Timestamp?

    package init(
        id: ID<AccessToken>, user: ID<Person>, hash: TokenHash, label: String,
        scopes: Set<AccessScope> = AccessScope.standard, createdAt: Timestamp, lastUsedAt: Timestamp? = nil,
        lastAddress: String? = nil, expiresAt: Timestamp? = nil
    ) {
        self.id = id
        self.user = user
        self.hash = hash
        self.label = label
        self.scopes = scopes
        self.createdAt = createdAt
        self.lastUsedAt = lastUsedAt
        self.lastAddress = lastAddress
        self.expiresAt = expiresAt
    }

    package func isLive(at now: Timestamp) -> Bool {
        expiresAt.map { now < $0 } ?? true
    }
}
