import Synchronization

/// Signals that stored data has changed, so that caches and open event streams can follow.
///
/// The table `revision` has one number per area. A write increments its area's number within its own transaction, so
/// the numbers survive restarts and count the commits of every process. The server's own are published as they commit,
/// those of the command line when `ChangeWatcher` sees them.
package final class ChangeSignal: Sendable {
    /// The subject of a change. A cache names the areas that it depends on.
    package enum Area: String, Sendable, CaseIterable {
        /// Users, sessions, tokens, invitations.
        case accounts
        /// Tracks, albums, artists, genres, libraries.
        case catalogue
        /// Plays, queues, history.
        case listening
        /// Podcasts, their episodes and downloads.
        case podcasts
        /// Likes, ratings, playlists, shares.
        case shelf
        /// Scan runs, which no cache stores.
        case scans
        /// Posts, reactions and comments.
        case board
        /// Notifications.
        case notifications
        /// The analyses of tracks.
        case analysis
        /// Uploads and submissions.
        case submissions
        /// Texts about artists and albums from outside, which no cache stores.
        case descriptions
        /// Backups and emails, which no cache stores.
        case upkeep
        /// Settings, requests, amounts of data sent to users, truncations of the journal.
        case administration
    }

    private struct State {
        var revisions: [Area: Int64]
        var observers: [Int: (areas: Set<Area>?, continuation: AsyncStream<Int64>.Continuation)] = [:]
        var nextObserver = 0
    }

    private let state: Mutex<State>

    init(_ revisions: [Area: Int64]) {
        state = Mutex(State(revisions: revisions))
    }

    /// The latest known number of `area`. It never decreases.
    package func revision(of area: Area) -> Int64 {
        state.withLock { $0.revisions[area] ?? 0 }
    }

    /// Every later number of `area`. A slow reader sees only the latest.
    package func revisions(of area: Area) -> AsyncStream<Int64> {
        observe([area])
    }

    /// A number for every commit in any of `areas`. A slow reader sees only the latest.
    package func revisions(ofAny areas: Set<Area>) -> AsyncStream<Int64> {
        observe(areas)
    }

    /// A number for every commit in any area. A slow reader sees only the latest.
    package func anything() -> AsyncStream<Int64> {
        observe(nil)
    }

    private func observe(_ areas: Set<Area>?) -> AsyncStream<Int64> {
        let (stream, continuation) = AsyncStream.makeStream(of: Int64.self, bufferingPolicy: .bufferingNewest(1))
        let observer = state.withLock { state in
            state.nextObserver += 1
            state.observers[state.nextObserver] = (areas, continuation)
            return state.nextObserver
        }
        continuation.onTermination = { [weak self] _ in
            self?.state.withLock { $0.observers[observer] = nil }
        }
        return stream
    }

    func publish(_ revision: Int64, of area: Area) {
        let continuations = state.withLock { state -> [AsyncStream<Int64>.Continuation] in
            guard revision > state.revisions[area] ?? 0 else { return [] }
            state.revisions[area] = revision
            return state.observers.values.filter { $0.areas?.contains(area) ?? true }.map(\.continuation)
        }
        for continuation in continuations {
            continuation.yield(revision)
        }
    }
}

/// A long-lived service that notices commits of other processes, such as the command line beside a running server.
package struct ChangeWatcher: Sendable {
    private let database: SQLiteDatabase
    private let interval: Duration

    package init(_ database: SQLiteDatabase, every interval: Duration = .milliseconds(500)) {
        self.database = database
        self.interval = interval
    }

    /// Runs until its task is canceled. A database that cannot be read temporarily does not end it.
    package func run() async throws {
        var seen: Int64?
        while !Task.isCancelled {
            if let count = try? await database.changeCount(), count != seen {
                if (try? await database.refreshChanges()) != nil {
                    seen = count
                }
            }
            try? await Task.sleep(for: interval)
        }
    }
}
