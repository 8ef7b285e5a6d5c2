package import Primitives

/// An account as it is stored, with the facts by which a transaction decides about it.
package struct AccountSnapshot: Sendable {
    package let user: User
    /// Nil when there is none.
    package let twoFactor: TwoFactor?
    /// In the order in which they were made.
    package let passkeys: [Passkey]
    package let rolesRequiringTwoFactor: Set<Role>
    package let provider: IdentityProvider
    /// Whether a user of this provider may sign in to the account.
    package let hasIdentityLink: Bool
    /// The number of other users who can sign in and administer.
    package let otherAbleAdmins: Int
    /// The number of the account's access tokens.
    package let tokenCount: Int
    package let deviceKeyCount: Int
    /// The link that was presented, used or not.
    package let link: AccountLink?
    /// The user who made the presented link.
    package let linkMaker: User?
}

extension AccountState {
    /// Nil when there is no account.
    func snapshot(of id: ID<Person>, presenting presented: TokenHash?) throws -> AccountSnapshot? {
        guard let user = try user(id) else { return nil }
        let link = try presented.flatMap { try self.link($0) }
        let provider = try identityProvider()
        return AccountSnapshot(
            user: user, twoFactor: try twoFactor(of: id), passkeys: try passkeys(of: id),
            rolesRequiringTwoFactor: try rolesRequiringTwoFactor(), provider: provider,
            hasIdentityLink: try identityLinks(of: id).contains { $0.issuer == provider.issuer },
            otherAbleAdmins: try ableAdmins().subtracting([id]).count, tokenCount: try tokenCount(of: id),
            deviceKeyCount: try deviceKeyCount(of: id), link: link,
            linkMaker: try link?.maker.flatMap { try self.user($0) })
    }
}
