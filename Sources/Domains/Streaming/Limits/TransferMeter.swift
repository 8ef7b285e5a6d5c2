package import Foundation
package import Primitives
import Synchronization

/// Adds up what each person is sent in a month, without asking the disk for each chunk.
///
/// What was counted is written every ten seconds by whoever calls `flush()`, and before a graceful stop: a crash or power cut loses at most
/// that much, to the person's advantage. Only one process streams, so what it has read of a month and counted since is the sum.
package final class TransferMeter: Sendable {
    package static let beat = Duration.seconds(10)

    private struct Tally {
        var month: Int
        var total: Int64
        /// Of the total: what is not written yet.
        var pending: Int64
    }

    private struct State {
        var month: TransferMonth
        var tallies: [ID<Person>: Tally] = [:]
        /// Of months that ended before it was written.
        var late: [TransferSum] = []
    }

    private let store: any TransferStore
    private let zone: TimeZone
    private let clock: any WallClock
    private let state: Mutex<State>
    private let sent = Atomic<Int64>(0)

    /// The bytes of all streams since the start.
    package var sentSinceStart: Int64 { sent.load(ordering: .relaxed) }

    package init(store: any TransferStore, zone: TimeZone, clock: any WallClock = SystemWallClock()) {
        self.store = store
        self.zone = zone
        self.clock = clock
        state = Mutex(State(month: TransferMonth(of: clock.now(), in: zone)))
    }

    /// The month of this moment.
    package var month: TransferMonth {
        let now = clock.now()
        return state.withLock { Self.turn(&$0, now, zone) }
    }

    /// What the person was sent this month.
    package func total(of person: ID<Person>) async throws -> Int64 {
        let (month, known) = look(for: person)
        if let known { return known }
        let stored = try await store.transferred(by: person, in: month.number)
        return state.withLock { state in
            if let tally = state.tallies[person] { return tally.month == month.number ? tally.total : 0 }
            state.tallies[person] = Tally(month: month.number, total: stored, pending: 0)
            return stored
        }
    }

    /// As `total(of:)`, where that has been asked before.
    func knownTotal(of person: ID<Person>) -> Int64? {
        look(for: person).total
    }

    private func look(for person: ID<Person>) -> (month: TransferMonth, total: Int64?) {
        let now = clock.now()
        return state.withLock { state in
            let month = Self.turn(&state, now, zone)
            return (month, state.tallies[person].map { $0.month == month.number ? $0.total : 0 })
        }
    }

    /// Call `total(of:)` once before, so that it is known what was sent earlier in the month.
    func count(_ bytes: Int, for person: ID<Person>) {
        sent.add(Int64(bytes), ordering: .relaxed)
        let now = clock.now()
        state.withLock { state in
            let month = Self.turn(&state, now, zone).number
            var tally = state.tallies[person] ?? Tally(month: month, total: 0, pending: 0)
            if tally.month != month {
                if tally.pending > 0 {
                    state.late.append(TransferSum(person: person, month: tally.month, bytes: tally.pending))
                }
                tally = Tally(month: month, total: 0, pending: 0)
            }
            tally.total += Int64(bytes)
            tally.pending += Int64(bytes)
            state.tallies[person] = tally
        }
    }

    /// Writes what was counted since the last time, in one transaction; what cannot be written is kept for the next time.
    package func flush() async throws {
        let sums = state.withLock { state in
            var sums = state.late
            state.late = []
            for (person, tally) in state.tallies where tally.pending > 0 {
                sums.append(TransferSum(person: person, month: tally.month, bytes: tally.pending))
                state.tallies[person]?.pending = 0
            }
            return sums
        }
        guard !sums.isEmpty else { return }
        do {
            try await store.add(sums)
        } catch {
            state.withLock { $0.late += sums }
            throw error
        }
    }

    private static func turn(_ state: inout State, _ now: Timestamp, _ zone: TimeZone) -> TransferMonth {
        if !state.month.contains(now) { state.month = TransferMonth(of: now, in: zone) }
        return state.month
    }
}
