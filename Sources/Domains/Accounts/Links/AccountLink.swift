package import Primitives

/// A link that lets somebody in once, as it is stored: its token's hash, never the token.
package struct AccountLink: Sendable, Equatable {
    package enum Purpose: String, Sendable, CaseIterable {
        /// Makes the first admin. Good until used.
        case setup
        /// Chooses a password for an existing account.
        case password
    }

    package static let passwordLifetime = Duration.seconds(48 * 3600)

    package let id: ID<AccountLink>
    package let purpose: Purpose
    package let hash: TokenHash
    /// Nil for `setup`.
    package let user: ID<Person>?
    package let createdAt: Timestamp
    /// Nil when it does not expire.
    package let expiresAt: Timestamp?
    package let usedAt: Timestamp?
    /// Nil for the operator's, and for what people ask to be sent themselves.
    package let maker: ID<Person>?

    package init(
        id: ID<AccountLink>, purpose: Purpose, hash: TokenHash, user: ID<Person>?, createdAt: Timestamp,
        expiresAt: Timestamp?, usedAt: Timestamp? = nil, maker: ID<Person>? = nil
    ) {
        self.id = id
        self.purpose = purpose
        self.hash = hash
        self.user = user
        self.createdAt = createdAt
        self.expiresAt = expiresAt
        self.usedAt = usedAt
        self.maker = maker
    }

    /// - Parameter author: the person who made it; a link that an admin made ends with their office.
    func isUsable(for purpose: Purpose, at now: Timestamp, madeBy author: User? = nil) -> Bool {
        self.purpose == purpose && usedAt == nil && (expiresAt.map { now < $0 } ?? true)
            && (maker == nil || author?.mayLetIn == true)
    }

    /// The one answer to a link that is unknown, used or expired.
    static var gone: DomainError {
        DomainError(.notFound, "This link has been used or has expired", reason: "link_expired", field: "token")
    }
}
