package import Journal
package import Primitives

/// What shelves need from storage. Every method is one transaction and concerns the caller's own shelf; what is of a library that
/// they were not given is treated as if it were not there, and another's shelf as if it never was.
package protocol ShelfStore: Sendable {
    /// By name.
    func folders(for caller: Principal, _ page: PageRequest) async throws -> (Page<ShelfFolder>, ShelfCount)
    func folder(_ id: ID<ShelfFolder>, for caller: Principal) async throws -> ShelfFolder
    /// Throws `conflict` with reason `folder_exists` for a name that another of the caller's folders has.
    func create(
        _ draft: FolderDraft, _ id: ID<ShelfFolder>, for caller: Principal, at instant: Timestamp,
        journal entry: JournalEntry
    ) async throws
    /// Throws as `create` does.
    func edit(
        _ id: ID<ShelfFolder>, _ change: FolderChange, for caller: Principal, at instant: Timestamp,
        journal entry: JournalEntry
    ) async throws
    /// Deletes those that are there; what was in them is in no folder then. An entry is appended for each.
    func delete(
        _ folders: [ID<ShelfFolder>], for caller: Principal,
        journal: @escaping @Sendable (ID<ShelfFolder>) -> JournalEntry
    ) async throws -> Int

    /// Throws `notFound` for a folder that is not there.
    func items(_ query: ShelfQuery, for caller: Principal, _ page: PageRequest) async throws -> Page<ShelfItem>
    func item(_ id: ID<ShelfItem>, for caller: Principal) async throws -> ShelfItem
    func statistics(for caller: Principal) async throws -> ShelfStatistics
    /// Throws `conflict` with reason `already_on_shelf`, and `invalid` for a track, album or folder that is not known.
    func add(
        _ draft: ShelfItemDraft, _ id: ID<ShelfItem>, for caller: Principal, at instant: Timestamp,
        journal entry: JournalEntry
    ) async throws
    /// Throws `invalid` for what only an entry can have changed, and for a folder that is not known.
    func edit(
        _ id: ID<ShelfItem>, _ change: ShelfItemChange, for caller: Principal, at instant: Timestamp,
        journal entry: JournalEntry
    ) async throws
    /// All of them or, where one is not known, none. An entry is appended when anything changed.
    func put(
        _ placement: ShelfPlacement, for caller: Principal, at instant: Timestamp, journal entry: JournalEntry
    ) async throws -> ShelfPlacement.Outcome
    /// Removes those that are there.
    func remove(_ items: [ID<ShelfItem>], for caller: Principal, journal entry: JournalEntry) async throws -> Int
    /// Makes an entry the track or album that it was all along. Its rating becomes the person's of that, unless they have one. Throws
    /// `conflict` with reason `already_linked` or `already_on_shelf`.
    func link(
        _ id: ID<ShelfItem>, to subject: AnnotationSubject, for caller: Principal, at instant: Timestamp,
        journal entry: JournalEntry
    ) async throws
}
