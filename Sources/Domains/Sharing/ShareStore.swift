package import Accounts
package import Journal
package import Primitives

/// What shares need from storage. Every method is one transaction.
package protocol ShareStore: Sendable {
    func share(_ id: ID<Share>) async throws -> Share?

    /// The person's shares, newest first.
    func shares(of user: ID<Person>) async throws -> [Share]

    /// Throws `conflict` with reason `too_many_shares` for one more than `Share.maximumPerUser`, and `invalid` with the field `items` for
    /// one that is not there.
    func add(_ share: Share, by maker: Maker, journal entry: JournalEntry) async throws

    /// Changes description and end; nil when the person has no such share.
    func edit(
        _ id: ID<Share>, of user: ID<Person>, journal entry: JournalEntry,
        _ change: @escaping @Sendable (inout Share) throws -> Void
    ) async throws -> Share?

    /// False when the person has no such share.
    func remove(_ id: ID<Share>, of user: ID<Person>, journal entry: JournalEntry) async throws -> Bool

    /// Adds visits and notes the latest; shares that are gone meanwhile are left out.
    func noteVisits(_ visits: [ID<Share>: ShareVisits]) async throws
}
