package import Accounts
package import Journal
package import Primitives

/// Stores shares. Every method is one transaction.
package protocol ShareStore: Sendable {
    func share(_ id: ID<Share>) async throws -> Share?

    /// The user's shares, newest first.
    func shares(of user: ID<Person>) async throws -> [Share]

    /// Adds a share. Throws `conflict` with reason `too_many_shares` beyond `Share.maximumPerUser`, and `invalid` with
    /// the field `items` for an unknown item.
    func add(_ share: Share, by maker: Maker, journal entry: JournalEntry) async throws

    /// Changes description and end; nil when the user has no such share.
    func edit(
        _ id: ID<Share>, of user: ID<Person>, journal entry: JournalEntry,
        _ change: @escaping @Sendable (inout Share) throws -> Void
    ) async throws -> Share?

    /// Removes a share; false when the user has no such share.
    func remove(_ id: ID<Share>, of user: ID<Person>, journal entry: JournalEntry) async throws -> Bool

    /// Adds visits and records the latest. Shares that were removed meanwhile are ignored.
    func noteVisits(_ visits: [ID<Share>: ShareVisits]) async throws
}

/// The visits to a share's page since they were last stored.
package struct ShareVisits: Sendable, Equatable {
    package let count: Int
    package let last: Timestamp

    package init(count: Int, last: Timestamp) {
        self.count = count
        self.last = last
    }
}
