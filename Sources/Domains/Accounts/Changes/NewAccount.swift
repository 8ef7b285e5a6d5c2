package import Journal
package import Primitives

/// An account to be added, with everything that is added with it.
package struct NewAccount: Sendable {
    package let user: User
    /// The maker of the account and its link.
    package var maker = Maker.nobody
    package var session: SessionRecord?
    /// A link to hand out for it.
    package var link: AccountLink?
    /// Set to mark the presented link as used.
    package var linkUsedAt: Timestamp?
    /// Whether the user has registered without an invitation. Admins are notified.
    package var isSelfMade = false
    package var journal: [JournalEntry]

    package init(_ user: User, journal: [JournalEntry]) {
        self.user = user
        self.journal = journal
    }
}

extension NewAccount {
    /// The account of a visitor who is signed in at once.
    ///
    /// - Parameter entry: says how the account came about.
    init(_ user: User, opening session: IssuedSession, _ entry: JournalEntry) {
        self.init(
            user, journal: [.userCreated(user, by: session.actor, at: user.createdAt), entry, session.created])
        self.session = session.record
    }

    /// The changes that add the account.
    ///
    /// - Parameter presented: the link that was presented.
    func changes(presenting presented: AccountLink?, in accounts: some AccountState) throws -> Changes<AccountWrite> {
        var changes = try additions(in: accounts)
        if let link { changes.writes.append(.replaceLink(link)) }
        let records = TokenProductRecords(sources: try accounts.sources(of: maker))
        changes.writes += records.record(.account, user.id.rawValue, at: user.createdAt)
        if let link { changes.writes += try records.made(link, in: accounts) }
        if let presented, let linkUsedAt { changes.writes.append(try presented.use(at: linkUsedAt)) }
        if isSelfMade { changes.notifications = AccountNotifications.memberJoined(user, to: try accounts.admins()) }
        return changes
    }

    /// The changes that add the account of a user who accepts this invitation. The account and the session have the
    /// invitation's sources.
    func changes(
        accepting invitation: Invitation, at now: Timestamp, in accounts: some AccountState
    ) throws -> Changes<AccountWrite> {
        var changes = try additions(in: accounts)
        let records = TokenProductRecords(sources: try accounts.sources(of: [.invitation], invitation.id.rawValue))
        changes.writes += records.record(.account, user.id.rawValue, at: now)
        if let session { changes.writes += records.record(.session, session.id.rawValue, at: now) }
        changes.writes.append(.useInvitation(invitation.id, by: user.id, at: now))
        return changes
    }

    private func additions(in accounts: some AccountState) throws -> Changes<AccountWrite> {
        try NameRules.check(user, since: nil, in: accounts)
        var changes = Changes<AccountWrite>(at: user.createdAt, .addUser(user))
        if let session { changes.writes.append(.addSession(session)) }
        changes.journal = journal
        return changes
    }
}
