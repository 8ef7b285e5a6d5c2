package import Primitives

/// A bearer token for scripts, as it is stored: its hash, never the token.
package struct AccessToken: Sendable, Equatable {
    package static let maximumPerUser = 50
    package static let maximumLabelLength = 100
    /// The beginning of every token's text, by which users and secret scanners recognize a token.
    package static let prefix = "rondo_"
    /// The time for which an expired token stays in the list, with its products.
    package static let retention = Duration.seconds(30 * 86_400)

    /// The time after which a token stops working.
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
    /// The IP address of its last use.
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

/// A new access token with its text, which is shown only this once.
package struct IssuedToken: Sendable {
    package let token: AccessToken
    package let text: String
}
