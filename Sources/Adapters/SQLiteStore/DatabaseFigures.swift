import GRDB
import Synchronization

/// How the database is doing: how long reads and writes took, and how often another process held it. For whoever looks after the gateway.
package final class DatabaseFigures: Sendable {
    /// Upper bounds in seconds.
    package static let bounds = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5]

    package enum Kind: String, Sendable, CaseIterable {
        case read, write
    }

    /// What there was since the start.
    package struct Times: Sendable {
        package fileprivate(set) var count = 0
        package fileprivate(set) var seconds = 0.0
        /// How many took at most as long as each bound.
        package fileprivate(set) var within = Array(repeating: 0, count: DatabaseFigures.bounds.count)
        package fileprivate(set) var failures = 0
    }

    private struct State {
        var times: [Kind: Times] = [:]
        var busy = 0
    }

    private let state = Mutex(State())

    package func times(_ kind: Kind) -> Times { state.withLock { $0.times[kind] ?? Times() } }

    /// How often the database was not to be had in time.
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
