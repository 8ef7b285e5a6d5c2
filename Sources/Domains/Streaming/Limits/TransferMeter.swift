package import Foundation
package import Primitives
import Synchronization

/// Adds up the bytes that each user is sent in a month, without a disk access for each chunk.
///
/// The counts are written every ten seconds by the caller of `flush()`, and before a graceful stop: a crash or power
/// cut loses at most that much, in the user's favor. Only one process streams, so the stored bytes of a month and those
/// counted since are the sum.
package final class TransferMeter: Sendable {
    package static let flushInterval = Duration.seconds(10)

    private struct Tally {
        var month: Int
        var total: Int64
        /// The part of the total that is not written yet.
        var pending: Int64
    }

    private struct State {
        var month: TransferMonth
        var tallies: [ID<Person>: Tally] = [:]
        /// The sums of months that ended before they were written.
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

    /// The current month.
    package var month: TransferMonth {
        let now = clock.now()
        return state.withLock { Self.turn(&$0, now, zone) }
    }

    /// The bytes that the user was sent this month.
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

    /// As `total(of:)`, without a disk access; nil if that has not been called before.
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

    /// Counts bytes that were sent to a user. Call `total(of:)` once before, so that the earlier bytes of the month are
    /// known.
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

    /// Writes the bytes that were counted since the last time, in one transaction. If that fails, they are written the
    /// next time.
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

/// A calendar month in the server's time zone, for which transfer is added up.
package struct TransferMonth: Sendable, Equatable {
    /// The year times 100 plus the month: 202611.
    package let number: Int
    package let from: Timestamp
    /// The beginning of the next month.
    package let until: Timestamp

    /// The month of `instant`.
    package init(of instant: Timestamp, in zone: TimeZone) {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = zone
        let date = Date(timeIntervalSince1970: Double(instant.milliseconds) / 1000)
        let parts = calendar.dateComponents([.year, .month], from: date)
        number = (parts.year ?? 1970) * 100 + (parts.month ?? 1)
        let interval = calendar.dateInterval(of: .month, for: date)
        func stamp(_ date: Date?) -> Timestamp {
            date.map { Timestamp(milliseconds: Int64(($0.timeIntervalSince1970 * 1000).rounded())) } ?? instant
        }
        from = stamp(interval?.start)
        until = stamp(interval?.end)
    }

    /// The first day of the next month, as `2026-12-01`.
    package var nextDay: String {
        let (year, month) = (number / 100, number % 100)
        let (nextYear, nextMonth) = month == 12 ? (year + 1, 1) : (year, month + 1)
        return "\(nextYear)-" + (nextMonth < 10 ? "0" : "") + "\(nextMonth)-01"
    }

    func contains(_ instant: Timestamp) -> Bool {
        from <= instant && instant < until
    }
}

/// The bytes that a user was sent in a month.
package struct TransferSum: Sendable, Equatable {
    package let person: ID<Person>
    package let month: Int
    package let bytes: Int64
}

/// The storage of the monthly transfer sums. Every method is one transaction.
package protocol TransferStore: Sendable {
    /// The bytes in the month of this number.
    func transferred(by person: ID<Person>, in month: Int) async throws -> Int64
    /// Adds to the sums; those of deleted users are ignored.
    func add(_ sums: [TransferSum]) async throws
}
