package import Primitives

/// The accounts as they are within a transaction, to read them or to decide changes that must hold when they are
/// written.
package protocol AccountState {
    // MARK: Users

    /// Nil also for a former member.
    func user(_ id: ID<Person>) throws -> User?
    func user(usernameKey: String) throws -> User?
    /// The users who can sign in and administer: by the password (`User.isAbleAdmin`) or, where admins have none, by the
    /// provider.
    func ableAdmins() throws -> Set<ID<Person>>
    /// The admins whose accounts are not disabled, for notifications.
    func admins() throws -> [ID<Person>]
    func twoFactor(of user: ID<Person>) throws -> TwoFactor?
    /// In the order in which they were made.
    func passkeys(of user: ID<Person>) throws -> [Passkey]
    /// The passkey whose credential has this id.
    func passkey(credential: [UInt8]) throws -> Passkey?
    func rolesRequiringTwoFactor() throws -> Set<Role>
    /// Calls `body` with the user name and display name of every other user.
    func forEachName(
        besides user: ID<Person>, _ body: (_ username: String, _ displayName: String) throws -> Void
    ) throws
    func hasLibrary(_ id: String) throws -> Bool

    // MARK: Email addresses

    func holder(of email: EmailAddress) throws -> ID<Person>?
    /// Whether another account has confirmed this address, gave it up and can still restore it.
    func isRestorable(_ email: EmailAddress, besides user: ID<Person>) throws -> Bool
    func isConfirmed(_ email: EmailAddress, by user: ID<Person>) throws -> Bool
    /// The undo link for an address that an account has given up, including expired ones.
    func emailUndo(_ hash: TokenHash) throws -> EmailUndo?
    /// The number of the account's undo links, and the time of the latest.
    func emailUndos(of user: ID<Person>) throws -> (count: Int, latest: Timestamp?)

    // MARK: The identity provider

    func identityProvider() throws -> IdentityProvider
    func identityLink(issuer: String, subject: String) throws -> IdentityLink?
    /// Oldest first.
    func identityLinks(of user: ID<Person>) throws -> [IdentityLink]
    /// The sessions that were opened by the provider and are meant by `subject`, `session` or both.
    func sessions(
        by issuer: String, subject: String?, session: String?
    ) throws -> [(session: ID<Session>, user: ID<Person>)]

    // MARK: Links and invitations

    /// The link, used or not.
    func link(_ hash: TokenHash) throws -> AccountLink?
    /// The time of the account's latest unused link to choose a password.
    func latestPasswordLink(of user: ID<Person>) throws -> Timestamp?
    /// The invitation, used or not, with those of its libraries that still exist.
    func invitation(_ hash: TokenHash) throws -> Invitation?
    func hasInvitation(_ id: ID<Invitation>) throws -> Bool

    // MARK: Credentials

    func sessions(_ selection: SessionSelection, of user: ID<Person>) throws -> [ID<Session>]
    func hasToken(_ id: ID<AccessToken>, of user: ID<Person>) throws -> Bool
    func tokenCount(of user: ID<Person>) throws -> Int
    func deviceKeyCount(of user: ID<Person>) throws -> Int

    // MARK: Products

    /// The tokens and device keys under which a product of one of these kinds is recorded.
    func sources(of kinds: [TokenProduct.Kind], _ product: String) throws -> Set<String>
    /// The source's products that can still be ended, oldest first.
    func products(of source: String) throws -> [TokenProduct]
    /// The value that the source has changed, and the time of the change.
    func formerValue(of product: TokenProduct, by source: String) throws -> (text: String?, at: Timestamp)?
    /// The products of these kinds that come from the user's tokens, except one token's.
    func products(
        of kinds: [TokenProduct.Kind], ofTokensOf user: ID<Person>, except token: ID<AccessToken>?
    ) throws -> [(kind: TokenProduct.Kind, id: String)]
}
