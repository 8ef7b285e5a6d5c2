package import Primitives

/// A link that gives access once, as it is stored: its token's hash, never the token.
package struct AccountLink: Sendable, Equatable {
    package enum Purpose: String, Sendable, CaseIterable {
        /// Makes the first admin. Valid until used.
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
    /// Nil for the operator's links, and for links that users requested for themselves.
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

    /// - Parameter author: the account of `maker`. An admin's link ends when that account is no longer an admin's.
    func isUsable(for purpose: Purpose, at now: Timestamp, madeBy author: User? = nil) -> Bool {
        self.purpose == purpose && usedAt == nil && (expiresAt.map { now < $0 } ?? true)
            && (maker == nil || author?.mayLetIn == true)
    }

    /// Throws `conflict` with reason `link_expired` when the link was used before.
    func use(at now: Timestamp) throws(DomainError) -> AccountWrite {
        guard usedAt == nil else {
            throw DomainError(
                .conflict, "This link has just been used. Ask for a new one", reason: "link_expired", field: "token")
        }
        return .useLink(id, at: now)
    }

    /// The one answer to a link that is unknown, used or expired.
    static var gone: DomainError {
        DomainError(
            .notFound,
            "This link is incomplete, has been used or has expired. Open it as it was sent, or ask for a new one",
            reason: "link_expired", field: "token")
    }
}

extension AccountState {
    /// The link with its account, if it can be used now.
    func usableLink(_ hash: TokenHash, at now: Timestamp) throws -> (link: AccountLink, user: User?)? {
        guard let link = try link(hash),
            link.isUsable(for: link.purpose, at: now, madeBy: try link.maker.flatMap { try user($0) })
        else { return nil }
        return (link, try link.user.flatMap { try user($0) })
    }
}

/// A new link's token, which is returned only this once. The surface makes the address from it.
package struct IssuedLink: Sendable {
    package let token: String
    package let link: AccountLink

    /// - Parameter maker: the admin who makes it for the user.
    static func password(
        for user: ID<Person>, at now: Timestamp, lasting lifetime: Duration = AccountLink.passwordLifetime,
        by maker: ID<Person>? = nil
    ) -> IssuedLink {
        let token = RandomToken.make()
        return IssuedLink(
            token: token,
            link: AccountLink(
                id: .make(at: now), purpose: .password, hash: TokenHash(of: token), user: user, createdAt: now,
                expiresAt: now.advanced(by: lifetime), maker: maker))
    }

    static func setup(at now: Timestamp) -> IssuedLink {
        let token = RandomToken.make()
        return IssuedLink(
            token: token,
            link: AccountLink(
                id: .make(at: now), purpose: .setup, hash: TokenHash(of: token), user: nil, createdAt: now,
                expiresAt: nil))
    }
}

/// The facts about a link that its holder may see.
package struct LinkSummary: Sendable {
    package let purpose: AccountLink.Purpose
    package let username: String?
    package let expiresAt: Timestamp?
}
