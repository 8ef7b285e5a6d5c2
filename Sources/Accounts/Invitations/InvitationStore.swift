package import Journal
package import Primitives

/// What invitations need from storage. Every method is one transaction.
package protocol InvitationStore: Sendable {
    /// Newest first.
    func invitations(_ page: PageRequest) async throws -> Page<ListedInvitation>
    func invitation(hash: TokenHash) async throws -> Invitation?
    /// Throws `invalid` with the field `plan` for one that is not known.
    func create(_ invitation: Invitation, by maker: ID<Person>?, journal entry: JournalEntry) async throws
    /// Returns false when there is none.
    func delete(_ id: ID<Invitation>, journal entry: JournalEntry) async throws -> Bool
    /// Adds the account that `decide` makes, and marks the invitation as used by it; `decide` runs inside the transaction and gets nil where
    /// there is no such invitation. Libraries that are gone by now are left out. Throws `conflict` as `UserStore.create`.
    func accept(
        _ hash: TokenHash, at now: Timestamp, _ decide: @escaping @Sendable (Invitation?) throws -> NewAccount
    ) async throws
}
