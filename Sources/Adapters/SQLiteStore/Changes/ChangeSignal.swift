import Synchronization

/// Says that stored data has changed, so that caches and open event streams can follow.
///
/// The table `revision` holds one number per area. A write adds one to its area's number within its own transaction, so
/// the numbers survive restarts and count the commits of every process: the gateway's own are published as they commit,
/// those of the command line when `ChangeWatcher` sees them.
package final class ChangeSignal: Sendable {
    /// What a change concerns; a cache names the one it depends on.
    package enum Area: String, Sendable, CaseIterable {
        /// Users, sessions, tokens.
        case accounts
        /// Tracks, albums, artists, genres, libraries.
        case catalogue
        /// Plays, queues, history.
        case listening
        /// Likes, ratings, playlists, shares.
        case shelf
        /// Runs of the scanner, which no cache keeps.
        case scans
        /// Posts, reactions and comments.
        case board
        /// What people were told.
        case notifications
        /// What tracks sound like, which no cache keeps.
        case fingerprints
        /// Uploads and submissions.
        case submissions
        /// Backups and letters, which no cache keeps.
        case upkeep
        /// Settings, requests, invitations, what people were sent, cuts of the journal.
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

    /// The latest known number of `area`; it only grows.
    package func revision(of area: Area) -> Int64 {
        state.withLock { $0.revisions[area] ?? 0 }
    }

    /// Every later number of `area`; a slow reader sees only the latest.
    package func revisions(of area: Area) -> AsyncStream<Int64> {
        observe([area])
    }

    /// A number whenever something is committed in any of `areas`; a slow reader sees only the latest.
    package func revisions(ofAny areas: Set<Area>) -> AsyncStream<Int64> {
        observe(areas)
    }

    /// A number whenever anything is committed, whichever its area; a slow reader sees only the latest.
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
