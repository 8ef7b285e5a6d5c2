package import Journal
package import Primitives

/// One account inside its transaction: the record, related facts to decide by, and the changes to its credentials.
package struct AccountEdit: Sendable {
    package var user: User
    /// Nil when there is none. Changes to it are stored.
    package var twoFactor: TwoFactor?
    /// Whether the user's role requires a second factor.
    package let requiresTwoFactor: Bool
    /// The number of other users who can sign in and administer.
    package let otherAbleAdmins: Int
    /// The number of the account's access tokens.
    package let tokenCount: Int
    package let deviceKeyCount: Int
    /// The link that was presented, used or not.
    package let link: AccountLink?
    /// The user who made the presented link.
    package let linkMaker: User?

    /// The maker of a raised role, an enabled account, another address and the new link.
    package var maker = Maker.nobody
    package var newSession: SessionRecord?
    package var newToken: AccessToken?
    package var newDeviceKey: DeviceKey?
    /// Replaces unused links of the same purpose.
    package var newLink: AccountLink?
    /// Set to mark the presented link as used.
    package var linkUsedAt: Timestamp?
    /// Gives a session another token; the old one stops working.
    package var rotation: Rotation?
    /// The session whose user has just typed the password, and the time.
    package var confirmation: Confirmation?
    package var endsSessions = false
    package var endsTokens = false
    package var endsDeviceKeys = false
    /// Ends the unused invitations and links for others that the user made.
    package var endsInvitations = false
    /// Ends this account's unused links to choose a password, except the presented one.
    package var endsLinks = false
    /// The session or token that is spared.
    package var keeping: Credential?
    /// The address that the account has given up. An email is sent there.
    package var formerEmail: FormerEmail?
    package var journal: [JournalEntry] = []
    /// Delivered at the time of the last journal entry.
    package var notifications: [NotificationChange] = []

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

    /// Sets a new password, and ends everything that the former one gave access to.
    mutating func setPassword(_ hash: PHCString, at now: Timestamp, endingDeviceKeys: Bool = true) {
        user.setPassword(hash, at: now)
        endsSessions = true
        endsTokens = true
        endsDeviceKeys = endingDeviceKeys
        endsInvitations = true
        endsLinks = true
    }

    /// The step that is required after the password.
    var neededStep: SignInStep.Kind? {
        if twoFactor != nil { return .code }
        return requiresTwoFactor ? .setup : nil
    }

    /// Throws `conflict` when the server would be left without an admin who can sign in. Call it after the change.
    func requireAnAdminRemains(before: User) throws(DomainError) {
        guard before.isAbleAdmin, !user.isAbleAdmin, otherAbleAdmins == 0 else { return }
        throw DomainError(
            .conflict, "The last admin cannot be demoted, disabled or removed", reason: "last_admin")
    }
}
