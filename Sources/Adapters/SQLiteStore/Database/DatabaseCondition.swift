import Foundation
import GRDB
package import Primitives
import Synchronization

/// The known condition of the database file. Once it is known to be damaged nothing is written any more, so that its
/// readable data is preserved. Reads continue, because much of it may be intact.
package final class DatabaseCondition: Sendable {
    package enum State: Sendable, Equatable {
        /// Not examined yet: a large database is examined while the server runs.
        case unexamined
        case sound(SQLiteDatabase.Examination)
        /// With the first problem found.
        case damaged(String)
    }

    private let current = Mutex(State.unexamined)
    /// Whether SQLite has reported damage that is not confirmed yet.
    private let isSuspected = Mutex(false)

    package var state: State { current.withLock { $0 } }

    package var isDamaged: Bool {
        if case .damaged = state { true } else { false }
    }

    /// Records `state`. A damaged file stays damaged until the next start.
    package func note(_ state: State) {
        current.withLock { current in
            if case .damaged = current { return }
            current = state
        }
    }

    /// Examines the file when SQLite reports damage. A failing system call can look like damage, so the file counts as
    /// damaged only if each of several examinations finds a problem. Nothing is written until then.
    ///
    /// - Parameter look: returns the file's problems, empty if there are none. Throws if the file cannot be read at the
    ///   moment, which is no damage. Runs on a thread of its own.
    func note(_ error: DatabaseError, confirmedBy look: @escaping @Sendable () throws -> [String]) {
        guard [.SQLITE_CORRUPT, .SQLITE_NOTADB].contains(error.resultCode), !isDamaged else { return }
        let isFirst = isSuspected.withLock { suspected in
            defer { suspected = true }
            return !suspected
        }
        guard isFirst else { return }
        Thread.detachNewThread { [self] in
            defer { isSuspected.withLock { $0 = false } }
            var found: [String] = []
            for _ in 0..<Self.looks {
                found = (try? look()) ?? []
                if found.isEmpty { return }
                Thread.sleep(forTimeInterval: Self.pause)
            }
            note(.damaged(found[0]))
        }
    }

    private static let looks = 3
    private static let pause = 0.3

    func requireSound() throws(DomainError) {
        if isSuspected.withLock({ $0 }) {
            throw DomainError(
                .unavailable, "The database is being examined, since a part of it could not be read; try again later",
                reason: "database_corrupt", retryAfter: .seconds(2))
        }
        guard isDamaged else { return }
        throw DomainError(
            .unavailable,
            "The database is damaged, so nothing is written any more; an administrator has to restore a backup",
            reason: "database_corrupt", retryAfter: .seconds(300))
    }
}

/// Metrics of the database: the duration of reads and writes, and the number of times another process blocked it.
package final class DatabaseFigures: Sendable {
    /// Upper bounds in seconds.
    package static let bounds = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5]

    package enum Kind: String, Sendable, CaseIterable {
        case read, write
    }

    /// The durations since the start.
    package struct Times: Sendable {
        package fileprivate(set) var count = 0
        package fileprivate(set) var seconds = 0.0
        /// The number of operations that took at most each bound.
        package fileprivate(set) var within = Array(repeating: 0, count: DatabaseFigures.bounds.count)
        package fileprivate(set) var failures = 0
    }

    private struct State {
        var times: [Kind: Times] = [:]
        var busy = 0
    }

    private let state = Mutex(State())

    package func times(_ kind: Kind) -> Times { state.withLock { $0.times[kind] ?? Times() } }

    /// The number of times the database was not available in time.
    package var busy: Int { state.withLock { $0.busy } }

    func note(_ kind: Kind, since began: ContinuousClock.Instant, failed: Bool) {
        let seconds = (ContinuousClock.now - began) / .seconds(1)
        state.withLock { state in
            var times = state.times[kind] ?? Times()
            times.count += 1
            times.seconds += seconds
            for (index, bound) in Self.bounds.enumerated() where seconds <= bound { times.within[index] += 1 }
            if failed { times.failures += 1 }
            state.times[kind] = times
        }
    }

    func noteBusy() {
        state.withLock { $0.busy += 1 }
    }
}
