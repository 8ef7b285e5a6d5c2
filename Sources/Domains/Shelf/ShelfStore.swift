package import Journal
package import Primitives

/// Stores shelves. Every method is one transaction and concerns the caller's own shelf. Items of libraries that the
/// caller does not see are treated as absent, and other users' shelves as nonexistent.
package protocol ShelfStore: Sendable {
    /// The folders by name.
    func folders(for caller: Principal, _ page: PageRequest) async throws -> (Page<ShelfFolder>, ShelfCount)
    func folder(_ id: ID<ShelfFolder>, for caller: Principal) async throws -> ShelfFolder
    /// Throws `conflict` with reason `folder_exists` where another of the caller's folders has the name.
    func create(
        _ draft: FolderDraft, _ id: ID<ShelfFolder>, for caller: Principal, at instant: Timestamp,
        journal entry: JournalEntry
    ) async throws
    /// Throws as `create` does.
    func edit(
        _ id: ID<ShelfFolder>, _ change: FolderChange, for caller: Principal, at instant: Timestamp,
        journal entry: JournalEntry
    ) async throws
    /// Deletes those folders that exist. Their items are in no folder then. One journal entry is appended for each
    /// folder.
    func delete(
        _ folders: [ID<ShelfFolder>], for caller: Principal,
        journal: @escaping @Sendable (ID<ShelfFolder>) -> JournalEntry
    ) async throws -> Int

    /// Throws `notFound` for an unknown folder.
    func items(_ query: ShelfQuery, for caller: Principal, _ page: PageRequest) async throws -> Page<ShelfItem>
    func item(_ id: ID<ShelfItem>, for caller: Principal) async throws -> ShelfItem
    func statistics(for caller: Principal) async throws -> ShelfStatistics
    /// Throws `conflict` with reason `already_on_shelf`, and `invalid` for an unknown track, album or folder.
    func add(
        _ draft: ShelfItemDraft, _ id: ID<ShelfItem>, for caller: Principal, at instant: Timestamp,
        journal entry: JournalEntry
    ) async throws
    /// Throws `invalid` for fields that only an entry can change, and for an unknown folder.
    func edit(
        _ id: ID<ShelfItem>, _ change: ShelfItemChange, for caller: Principal, at instant: Timestamp,
        journal entry: JournalEntry
    ) async throws
    /// Puts all of the things or, where one is unknown, none. A journal entry is appended when anything changed.
    func put(
        _ placement: ShelfPlacement, for caller: Principal, at instant: Timestamp, journal entry: JournalEntry
    ) async throws -> ShelfPlacement.Outcome
    /// Removes those items that exist, and returns their number.
    func remove(_ items: [ID<ShelfItem>], for caller: Principal, journal entry: JournalEntry) async throws -> Int
    /// Turns an entry into the track or album that it describes. Its rating becomes the user's rating of that, unless
    /// they have one. Throws `conflict` with reason `already_linked` or `already_on_shelf`.
    func link(
        _ id: ID<ShelfItem>, to subject: AnnotationSubject, for caller: Principal, at instant: Timestamp,
        journal entry: JournalEntry
    ) async throws
}

/// The events that a user's own clients receive about their shelf. Stores append them in the transaction that changes
/// it.
package enum ShelfItemEvents {
    package enum Change: String, Sendable {
        /// A folder was made, changed or deleted.
        case folders
        /// Items were added, removed, moved or changed.
        case items
    }

    /// - Parameter folder: the folder that changed, where it was one folder.
    package static func event(
        _ change: Change, folder: ID<ShelfFolder>? = nil, of person: ID<Person>
    ) -> Event {
        var data: [String: Event.Value] = ["change": .text(change.rawValue)]
        data["folder"] = folder.map { .text($0.rawValue) }
        return Event("shelf", to: .person(person), data)
    }
}
