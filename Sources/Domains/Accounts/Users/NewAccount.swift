package import Journal
package import Primitives

/// An account to be added and what is born with it.
package struct NewAccount: Sendable {
    package let user: User
    /// Who makes it, with its link.
    package var maker = Maker.nobody
    package var session: SessionRecord?
    /// A link that is handed out for it.
    package var link: AccountLink?
    /// Set to mark the presented link as used.
    package var linkUsedAt: Timestamp?
    /// Nobody has asked for it but the person: admins are told.
    package var isSelfMade = false
    package var journal: [JournalEntry]

    package init(_ user: User, journal: [JournalEntry]) {
        self.user = user
        self.journal = journal
    }
}
