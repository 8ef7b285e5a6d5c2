import Primitives

/// A new link's token, which is shown this once; the surface makes the address from it.
package struct IssuedLink: Sendable {
    package let token: String
    package let link: AccountLink

    /// - Parameter maker: the admin who makes it for somebody.
    static func password(for user: ID<Person>, at now: Timestamp, by maker: ID<Person>? = nil) -> IssuedLink {
        issue(.password, user: user, at: now, expires: now.advanced(by: AccountLink.passwordLifetime), by: maker)
    }

    static func setup(at now: Timestamp) -> IssuedLink {
        issue(.setup, user: nil, at: now, expires: nil)
    }

    private static func issue(
        _ purpose: AccountLink.Purpose, user: ID<Person>?, at now: Timestamp, expires: Timestamp?,
        by maker: ID<Person>? = nil
    ) -> IssuedLink {
        let token = RandomToken.make()
        return IssuedLink(
            token: token,
            link: AccountLink(
                id: .make(at: now), purpose: purpose, hash: TokenHash(of: token), user: user, createdAt: now,
                expiresAt: expires, maker: maker))
    }
}
