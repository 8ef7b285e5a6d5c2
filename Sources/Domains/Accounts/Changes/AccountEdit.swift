package import Journal
package import Primitives

/// One account inside its transaction: the record, related facts to decide by, and the changes to its credentials.
package struct AccountEdit: Sendable {
    package var user: User
    /// Nil when there is none. Changes to it are stored.
    package var twoFactor: TwoFactor?
    /// In the order in which they were made. Changes to them are stored.
    package var passkeys: [Passkey]
    /// The roles that require a second factor.
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

    /// The maker of a raised role, an enabled account, another address and the new link.
    package var maker = Maker.nobody
    package var newSession: SessionRecord?
    /// The provider's user by whom the account was entered.
    package var usedIdentity: SessionIdentity?
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
    /// Ends the links to users of the provider, when somebody recovers an account that another may have had.
    package var endsIdentityLinks = false
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
        user: User, twoFactor: TwoFactor?, passkeys: [Passkey], rolesRequiringTwoFactor: Set<Role>,
        provider: IdentityProvider, hasIdentityLink: Bool, otherAbleAdmins: Int, tokenCount: Int, deviceKeyCount: Int,
        link: AccountLink?,
        linkMaker: User? = nil
    ) {
        self.user = user
        self.twoFactor = twoFactor
        self.passkeys = passkeys
        self.rolesRequiringTwoFactor = rolesRequiringTwoFactor
        self.provider = provider
        self.hasIdentityLink = hasIdentityLink
        self.otherAbleAdmins = otherAbleAdmins
        self.tokenCount = tokenCount
        self.deviceKeyCount = deviceKeyCount
        self.link = link
        self.linkMaker = linkMaker
    }

    /// Whether the user's role requires a second factor.
    package var requiresTwoFactor: Bool { rolesRequiringTwoFactor.contains(user.role) }

    /// Throws `forbidden` with reason `password_off` where the user's role does not sign in with a password.
    func requirePasswordAccepted() throws(DomainError) {
        if provider.refusesPassword(of: user.role) { throw provider.passwordRefused }
    }

    /// Gives the user another role, and ends what was allowed by the former one.
    mutating func setRole(_ role: Role) {
        let before = user
        user.role = role
        endsSessions = true
        endsInvitations = endsInvitations || before.mayLetIn && !user.mayLetIn
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

    /// The step that is required after the password. A passkey alone asks for none unless the role does: its user may
    /// be at a device without it.
    var neededStep: SignInStep.Kind? {
        switch (twoFactor == nil, passkeys.isEmpty) {
        case (false, true): .code
        case (false, false): .codeOrPasskey
        case (true, false): requiresTwoFactor ? .passkey : nil
        case (true, true): requiresTwoFactor ? .setup : nil
        }
    }

    /// Opens a session.
    mutating func open(_ session: SessionRecord, by actor: JournalEntry.Actor, at now: Timestamp) {
        user.lastSeenAt = now
        newSession = session
        journal.append(.sessionCreated(session, by: actor, at: now))
    }

    /// Throws `forbidden` with reason `two_factor_required` when the user's role requires a second factor and there is
    /// none. Call it after the change.
    func requireSecondFactorRemains() throws(DomainError) {
        guard requiresTwoFactor, twoFactor == nil, passkeys.isEmpty else { return }
        throw DomainError(.forbidden, "Your role must have a second factor", reason: "two_factor_required")
    }

    /// Whether the user can sign in and administer, by the password or, where admins have none, by the provider.
    private func isAbleAdmin(_ user: User) -> Bool {
        provider.refusesPassword(of: .admin)
            ? user.role == .admin && !user.disabled && hasIdentityLink : user.isAbleAdmin
    }

    /// Throws `conflict` when the server would be left without an admin who can sign in. Call it after the change.
    func requireAnAdminRemains(before: User) throws(DomainError) {
        guard isAbleAdmin(before), !isAbleAdmin(user), otherAbleAdmins == 0 else { return }
        throw DomainError(
            .conflict, "The last admin cannot be demoted, disabled or removed", reason: "last_admin")
    }
}
