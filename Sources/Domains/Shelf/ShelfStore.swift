package import Catalog
package import Journal
package import Primitives

/// Stores shelves. Every method is one transaction. A caller reads only their own shelf: items of libraries
/// that they do not see are treated as absent, and other users' shelves as nonexistent.
package protocol ShelfStore: Sendable {
    /// The folders by name.
    func folders(for caller: Principal, _ page: PageRequest) async throws -> (Page<ShelfFolder>, ShelfCount)
    func folder(_ id: ID<ShelfFolder>, for caller: Principal) async throws -> ShelfFolder

    /// Throws `notFound` for an unknown folder.
    func items(_ query: ShelfQuery, for caller: Principal, _ page: PageRequest) async throws -> Page<ShelfItem>
    func item(_ id: ID<ShelfItem>, for caller: Principal) async throws -> ShelfItem
    /// Those of `tracks` that are on the caller's shelf.
    func shelved(among tracks: [ID<Track>], for caller: Principal) async throws -> Set<ID<Track>>
    func statistics(for caller: Principal) async throws -> ShelfStatistics

    /// Runs `decide` on a state that no other change reaches meanwhile, and writes the changes. Nothing is written if
    /// `decide` throws.
    func edit<Outcome: Sendable>(
        _ decide: @escaping Decision<any ShelfState, ShelfWrite, Outcome>
    ) async throws -> Outcome
}

/// The events that a user's own clients receive about their shelf.
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
        return Event(.shelf, to: .person(person), data)
    }
}
