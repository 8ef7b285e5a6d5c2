package import Journal
package import Primitives

/// What invitations need from storage. Every method is one transaction.
package protocol InvitationStore: Sendable {
    /// Newest first.
    func invitations(_ page: PageRequest) async throws -> Page<ListedInvitation>
    /// The invitation, used or not, with who made it.
    func invitation(hash: TokenHash) async throws -> (invitation: Invitation, maker: User?)?
    /// Throws `invalid` with the field `plan` for one that is not known.
    ///
    /// - Parameter check: sees the account of the invitation's maker inside the transaction.
    func create(
        _ invitation: Invitation, by maker: Maker, journal entry: JournalEntry,
        _ check: @escaping @Sendable (User?) throws -> Void
    ) async throws
    /// Returns false when there is none.
    func delete(_ id: ID<Invitation>, journal entry: JournalEntry) async throws -> Bool
    /// Adds the account that `decide` makes, and marks the invitation as used by it; `decide` runs inside the transaction and gets who made
    /// the invitation with it, or nil where there is no such invitation. Libraries that are gone by now are left out. Throws `conflict` as `UserStore.create`.
    func accept(
        _ hash: TokenHash, at now: Timestamp,
        _ decide: @escaping @Sendable ((invitation: Invitation, maker: User?)?) throws -> NewAccount
    ) async throws
}
