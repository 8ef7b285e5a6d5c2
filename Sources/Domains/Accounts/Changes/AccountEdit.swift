package import Journal
package import Primitives

/// A change of one account inside its transaction: the account as it is stored, as it shall be, and what is added and
/// ended with it. `AccountState.edit` turns it into writes.
package struct AccountEdit: Sendable {
    /// The account before the change, and the facts to decide by.
    package let stored: AccountSnapshot

    package var user: User
    package var twoFactor: TwoFactor?
    package var passkeys: [Passkey]

    /// The maker of a raised role, an enabled account, another address and the new link.
    package var maker = Maker.nobody
    package private(set) var endings: Set<AccountEnding> = []
    /// The session or token that does not end with the others.
    package private(set) var kept: Credential?
    package var newSession: SessionRecord?
    /// Replaces unused links of the same purpose.
    package var newLink: AccountLink?
    /// Set to mark the presented link as used.
    package var linkUsedAt: Timestamp?
    /// The email for the former address, which is sent if the address changes.
    package var emailUndo: EmailUndoMessage?
    /// Other writes, which come after the endings.
    package var additions: [AccountWrite] = []
    package var journal: [JournalEntry] = []
    /// Delivered at the time of the last journal entry.
    package var notifications: [NotificationChange] = []

    init(_ stored: AccountSnapshot) {
        self.stored = stored
        user = stored.user
        twoFactor = stored.twoFactor
        passkeys = stored.passkeys
    }

    /// Ends what the account gives access to, except the session or token `kept`.
    package mutating func end(_ endings: AccountEnding..., keeping kept: Credential? = nil) {
        self.endings.formUnion(endings)
        self.kept = kept ?? self.kept
    }

    /// Appends an entry about the account to the journal.
    mutating func record(
        _ action: String, by caller: Caller, at now: Timestamp, _ details: [String: String] = [:]
    ) {
        journal.append(caller.entry(action, on: user.id, at: now, details: details))
    }

    mutating func record(
        _ action: String, by actor: JournalEntry.Actor, at now: Timestamp, _ details: [String: String] = [:]
    ) {
        journal.append(actor.entry(action, on: user.id, at: now, details: details))
    }
}

/// A kind of access that ends with a change of an account.
package enum AccountEnding: Sendable {
    case sessions, tokens, deviceKeys
    /// The links to users of the provider, when somebody recovers an account that another may have had.
    case identityLinks
    /// The unused invitations and links for others that the user made.
    case invitations
    /// This account's unused links to choose a password, except the presented one.
    case passwordLinks
}

// MARK: Steps that several changes have in common

extension AccountEdit {
    /// Gives the user another role, and ends what was allowed by the former one.
    mutating func setRole(_ role: Role) {
        user.role = role
        end(.sessions)
        endInvitationsIfBarred()
    }

    /// As `setRole`. False for the last admin, whose role stays.
    mutating func setRoleUnlessLastAdmin(_ role: Role) -> Bool {
        var changed = self
        changed.setRole(role)
        guard (try? changed.requireAnAdminRemains()) != nil else { return false }
        self = changed
        return true
    }

    /// Ends what the user has given others, if the user may no longer let them in.
    mutating func endInvitationsIfBarred() {
        if stored.user.mayLetIn, !user.mayLetIn { end(.invitations) }
    }

    /// Sets a new password, and ends everything that the former one gave access to, except `kept`.
    mutating func setPassword(
        _ hash: PHCString, at now: Timestamp, endingDeviceKeys: Bool = true, keeping kept: Credential? = nil
    ) {
        user.passwordHash = hash
        user.passwordChangedAt = now
        end(.sessions, .tokens, .invitations, .passwordLinks, keeping: kept)
        if endingDeviceKeys { end(.deviceKeys) }
    }

    mutating func open(_ session: IssuedSession) {
        user.lastSeenAt = session.record.createdAt
        newSession = session.record
        journal.append(session.created)
    }

    /// Notes that the session's user has just proved to be there.
    mutating func confirm(_ session: ID<Session>, by caller: Caller, at now: Timestamp) {
        additions.append(.confirmSession(session, at: now, of: user.id))
        record("session.confirm", by: caller, at: now)
    }
}

// MARK: Rules

extension AccountEdit {
    private var requiresTwoFactor: Bool { stored.rolesRequiringTwoFactor.contains(user.role) }

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

    /// Throws `forbidden` with reason `password_off` where the user's role does not sign in with a password.
    func requirePasswordAccepted() throws(DomainError) {
        try stored.provider.requirePasswordAccepted(of: user.role)
    }

    /// Throws `forbidden` with reason `two_factor_required` when the user's role requires a second factor and there is
    /// none. Call it after the change.
    func requireSecondFactorRemains() throws(DomainError) {
        guard requiresTwoFactor, twoFactor == nil, passkeys.isEmpty else { return }
        throw DomainError(.forbidden, "Your role must have a second factor", reason: "two_factor_required")
    }

    /// Throws `conflict` when the server would be left without an admin who can sign in. Call it after the change.
    func requireAnAdminRemains() throws(DomainError) {
        guard isAbleAdmin(stored.user), !isAbleAdmin(user), stored.otherAbleAdmins == 0 else { return }
        throw DomainError(
            .conflict, "The last admin cannot be demoted, disabled or removed", reason: "last_admin")
    }

    /// Whether the user can sign in and administer, by the password or, where admins have none, by the provider.
    private func isAbleAdmin(_ user: User) -> Bool {
        stored.provider.refusesPassword(of: .admin)
            ? user.role == .admin && !user.disabled && stored.hasIdentityLink : user.isAbleAdmin
    }
}
