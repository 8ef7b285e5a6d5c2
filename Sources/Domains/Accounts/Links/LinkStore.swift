package import Journal
package import Primitives

/// What account links need from storage. Every method is one transaction.
package protocol LinkStore: Sendable {
    /// The link, used or not, with the account that it is for and who made it.
    func link(hash: TokenHash) async throws -> (link: AccountLink, user: User?, maker: User?)?

    /// When the account's latest link to choose a password was made, of those that were not used.
    func latestPasswordLink(of user: ID<Person>) async throws -> Timestamp?

    /// Puts `link` in place of every setup link, unless there is an admin who can sign in (then all go and it gives
    /// false).
    func replaceSetupLink(_ link: AccountLink, journal entry: JournalEntry) async throws -> Bool
}
