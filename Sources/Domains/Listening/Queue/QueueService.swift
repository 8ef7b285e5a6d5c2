package import Catalog
import Journal
package import Primitives

/// The play queue that a person's players hand on to each other.
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

    /// The caller's queue with its tracks; those that are gone, or in a library that the caller does not see, are left out.
    package func queue(as caller: Principal) async throws -> QueueContents {
        try caller.require(.listen)
        let queue = try await queues.queue(of: caller.user, in: caller.libraries)
        // What went between the two reads is flagged, and skipped as the store skips it.
        let items = try await catalog.items(for: queue.tracks, in: caller.libraries).filter { !$0.isMissing }
        let there = Set(items.map(\.id))
        return QueueContents(queue: queue.keeping(there.contains), items: items)
    }

    /// Which list the caller's queue holds, zero for none, and which player put it there.
    package func revision(as caller: Principal) async throws -> (revision: Int64, client: String?) {
        try caller.require(.listen)
        return try await queues.revision(of: caller.user)
    }

    package func replace(
        with list: QueueReplacement, as caller: Principal, from origin: String
    ) async throws -> QueueStamp {
        try caller.require(.listen)
        let now = clock.now()
        let entry = JournalEntry(
            at: now, by: .init(user: caller.user, origin: origin), "queue.replace",
            .init(kind: "user", id: caller.user.rawValue), details: ["tracks": "\(list.tracks.count)"])
        return try await queues.replace(
            with: list, of: caller.user, in: caller.libraries, at: now, journal: entry)
    }

    /// Notes where in its queue a player is (`QueueStore.move`).
    package func move(to position: QueuePosition, as caller: Principal) async throws -> QueueStamp {
        try caller.require(.listen)
        return try await queues.move(to: position, of: caller.user, in: caller.libraries, at: clock.now())
    }
}
