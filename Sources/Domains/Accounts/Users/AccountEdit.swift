package import Journal
package import Primitives

/// One account inside its transaction: the record, what can be seen beside it, and what shall happen to its
/// credentials.
package struct AccountEdit: Sendable {
    package var user: User
    /// Nil where there is none; what is changed here is saved.
    package var twoFactor: TwoFactor?
    /// Whether the person's role must have a second factor.
    package let requiresTwoFactor: Bool
    /// People besides this one who can sign in and administer.
    package let otherAbleAdmins: Int
    /// How many access tokens the account has.
    package let tokenCount: Int
    package let deviceKeyCount: Int
    /// The link that was presented, used or not.
    package let link: AccountLink?
    /// Who made the presented link for somebody.
    package let linkMaker: User?

    /// Who changes the account: a raised role, an enabled account, another address and the new link are put down to them.
    package var maker = Maker.nobody
    package var newSession: SessionRecord?
    package var newToken: AccessToken?
    package var newDeviceKey: DeviceKey?
    /// Replaces links of the same purpose that were not used.
    package var newLink: AccountLink?
    /// Set to mark the presented link as used.
    package var linkUsedAt: Timestamp?
    /// Gives a session another token; the old one stops working.
    package var rotation: Rotation?
    /// The session whose person has just typed the password, and when.
    package var confirmation: Confirmation?
    package var endsSessions = false
    package var endsTokens = false
    package var endsDeviceKeys = false
    /// Ends the invitations, and the links for others, that the person made and nobody has used.
    package var endsInvitations = false
    /// Ends the links to choose a password of this account that nobody has used, but for the one that was presented.
    package var endsLinks = false
    /// What is spared of sessions and tokens.
    package var keeping: Credential?
    /// Who has removed the second factor of another, who is told.
    package var tellsOfRemovedTwoFactor: JournalEntry.Actor?
    /// An address that the account has given up, which is told.
    package var formerEmail: FormerEmail?
    package var journal: [JournalEntry] = []

    package struct Rotation: Sendable {
        package let session: ID<Session>
        package let hash: TokenHash

        package init(session: ID<Session>, hash: TokenHash) {
            self.session = session
            self.hash = hash
        }
    }

    package struct Confirmation: Sendable {
        package let session: ID<Session>
        package let at: Timestamp

        package init(session: ID<Session>, at: Timestamp) {
            self.session = session
            self.at = at
        }
    }

    package init(
        user: User, twoFactor: TwoFactor?, requiresTwoFactor: Bool, otherAbleAdmins: Int, tokenCount: Int,
        deviceKeyCount: Int, link: AccountLink?, linkMaker: User? = nil
    ) {
        self.user = user
        self.twoFactor = twoFactor
        self.requiresTwoFactor = requiresTwoFactor
        self.otherAbleAdmins = otherAbleAdmins
        self.tokenCount = tokenCount
        self.deviceKeyCount = deviceKeyCount
        self.link = link
        self.linkMaker = linkMaker
    }

    /// What belongs to every new password: nothing goes on that the former one opened.
    mutating func setPassword(_ hash: PHCString, at now: Timestamp, endingDeviceKeys: Bool = true) {
        user.setPassword(hash, at: now)
        endsSessions = true
        endsTokens = true
        endsDeviceKeys = endingDeviceKeys
        endsInvitations = true
        endsLinks = true
    }

    /// What is wanted after the password.
    var neededStep: SignInStep.Kind? {
        if twoFactor != nil { return .code }
        return requiresTwoFactor ? .setup : nil
    }

    /// Refuses to leave the gateway without an admin who can sign in; call it after the change.
    func requireAnAdminRemains(before: User) throws(DomainError) {
        guard before.isAbleAdmin, !user.isAbleAdmin, otherAbleAdmins == 0 else { return }
        throw DomainError(
            .conflict, "The last admin cannot be demoted, disabled or removed", reason: "last_admin")
    }
}
