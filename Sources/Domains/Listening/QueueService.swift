package import Catalog
package import Journal
package import Primitives

/// Reads and changes the play queue that a user's players share.
package struct QueueService: Sendable {
    private let queues: any QueueStore
    private let catalog: any CatalogStore
    private let clock: any WallClock

    package init(
        queues: any QueueStore, catalog: any CatalogStore, clock: any WallClock = SystemWallClock()
    ) {
        self.queues = queues
        self.catalog = catalog
        self.clock = clock
    }

    /// The caller's queue with its tracks. Tracks that are missing, or in a library that the caller may not see, are
    /// left out.
    package func queue(as caller: Principal) async throws -> QueueContents {
        try caller.require(.listen)
        let queue = try await queues.queue(of: caller.user, in: caller.libraries)
        // Tracks that went missing between the two reads are flagged, and left out as the store does.
        let items = try await catalog.items(for: queue.tracks, in: caller.libraries).filter { !$0.isMissing }
        let there = Set(items.map(\.id))
        return QueueContents(queue: queue.keeping(there.contains), items: items)
    }

    /// The revision of the caller's queue, zero for none, and the player that set its list.
    package func revision(as caller: Principal) async throws -> (revision: Int64, client: String?) {
        try caller.require(.listen)
        return try await queues.revision(of: caller.user)
    }

    /// Replaces the list. Throws `conflict` with the reason `queue_changed` if the stored revision is not the expected
    /// one, and `invalid` with the field `trackIds` if a track is not known to the caller. Missing tracks are stored,
    /// and skipped on reading.
    package func replace(
        with list: QueueReplacement, as caller: Principal, from origin: String
    ) async throws -> QueueStamp {
        try caller.require(.listen)
        let now = clock.now()
        let entry = JournalEntry(
            at: now, by: .init(user: caller.user, origin: origin), "queue.replace",
            .init(kind: "user", id: caller.user.rawValue), details: ["tracks": "\(list.tracks.count)"])
        return try await queues.edit { queues in
            let decided = try QueueDecisions.replace(
                with: list, of: caller.user, in: caller.libraries, at: now, queues)
            var changes = decided.changes
            changes.journal = [entry]
            return (changes, decided.stamp)
        }
    }

    /// Stores the position of a player in its queue. Throws `conflict` with the reason `queue_changed` if another list
    /// has replaced the one that it plays, and `invalid` with the field `currentIndex` if there is no such position.
    package func move(to position: QueuePosition, as caller: Principal) async throws -> QueueStamp {
        try caller.require(.listen)
        let now = clock.now()
        return try await queues.edit { queues in
            let decided = try QueueDecisions.move(
                to: position, of: caller.user, in: caller.libraries, at: now, queues)
            return (decided.changes, decided.stamp)
        }
    }
}

/// The storage of queues. Every method is one transaction.
package protocol QueueStore: Sendable {
    /// The user's queue without the tracks that are missing or not in the scope (`PlayQueue.keeping`).
    func queue(of user: ID<Person>, in scope: LibraryScope) async throws -> PlayQueue

    /// The revision, zero if there is no queue, and the player that set the list.
    func revision(of user: ID<Person>) async throws -> (revision: Int64, client: String?)

    /// Runs `decide` on a state that no other change reaches meanwhile, and writes the changes. Nothing is written if
    /// `decide` throws.
    func edit<Outcome: Sendable>(
        _ decide: @escaping Decision<any QueueState, QueueWrite, Outcome>
    ) async throws -> Outcome
}
