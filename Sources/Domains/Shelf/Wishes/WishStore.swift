package import Journal
package import Primitives

/// What wishes need from storage. Every method is one transaction.
package protocol WishStore: Sendable {
    func wishes(_ query: WishQuery, for caller: Principal, _ page: PageRequest) async throws -> Page<Wish>
    func wish(_ id: ID<Wish>, for caller: Principal) async throws -> Wish
    func create(
        _ draft: WishDraft, _ id: ID<Wish>, for caller: Principal, at instant: Timestamp, journal entry: JournalEntry
    ) async throws -> WishOutcome
    /// Throws `conflict` with reason `already_wished` where it would be another's wish then, and `forbidden` for another's.
    func edit(
        _ id: ID<Wish>, _ change: WishChange, for caller: Principal, at instant: Timestamp, journal entry: JournalEntry
    ) async throws
    /// One's own; moderators remove any.
    func remove(_ id: ID<Wish>, for caller: Principal, journal entry: JournalEntry) async throws
    /// Throws `conflict` with reason `own_wish` for one's own. Backing what is backed, and the other way round, changes nothing.
    func setBacking(
        to isBacked: Bool, of id: ID<Wish>, for caller: Principal, at instant: Timestamp, journal entry: JournalEntry
    ) async throws -> Wish
    /// Saves the item and ends the wish, both or neither, by `WishRules.checkFulfilment`. Where the track or album is on the caller's
    /// shelf already, that item takes what the draft says. An entry without a picture of its own takes the wish's.
    ///
    /// - Parameter item: the id that a new item gets.
    /// - Returns: the item, where one was saved.
    func fulfil(
        _ id: ID<Wish>, _ fulfilment: WishFulfilment, _ item: ID<ShelfItem>, for caller: Principal,
        at instant: Timestamp, journal entry: JournalEntry
    ) async throws -> ID<ShelfItem>?
}
