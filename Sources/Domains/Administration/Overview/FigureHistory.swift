package import Foundation
package import Primitives
package import Streaming
import Synchronization

/// The storage of figures by the hour.
package protocol FigureStore: Sendable {
    /// Adds values to those that are stored of the same hour, by the figure's rule, and removes all hours before
    /// `first`.
    func add(_ values: [HourlyFigure], removingBefore first: Int64) async throws
    /// The stored values from an hour on.
    func figures(from hour: Int64) async throws -> [HourlyFigure]
    /// The plays of all users from a local day on, by the local hours that the statistics count in.
    func plays(from day: Int) async throws -> [(day: Int, hour: Int, plays: Int64)]
    /// The entries of the journal with an action, by the hour.
    func entries(of action: String, from hour: Int64) async throws -> [(hour: Int64, count: Int64)]
}

/// Reads the figures that nothing else stores, every minute, and stores them every ten minutes and at the end: a crash
/// loses at most ten minutes of them.
package final class FigureRecorder: Sendable {
    package static let readingInterval = Duration.seconds(60)
    package static let storingInterval = Duration.seconds(600)
    /// Two weeks, so that a week can be compared with the one before.
    package static let storedHours: Int64 = 14 * 24

    private let store: any FigureStore
    private let streams: ActiveStreams
    private let counters: any ServerCounters
    private let facts: any ServerFacts
    private let clock: any WallClock
    private let tally = Mutex(FigureTally())

    package init(
        store: any FigureStore, streams: ActiveStreams, counters: any ServerCounters, facts: any ServerFacts,
        clock: any WallClock
    ) {
        self.store = store
        self.streams = streams
        self.counters = counters
        self.facts = facts
        self.clock = clock
    }

    /// Notes the streams and the counts of this moment.
    package func read() {
        let (now, open, counts) = (clock.now(), streams.streams(), counters.counts())
        tally.withLock { tally in
            tally.note(.streams, Int64(open.count), at: now)
            tally.note(.listeners, Int64(open.listenerCount), at: now)
            tally.note(counts, at: now)
        }
    }

    /// Notes the sizes on the disk, and stores everything that was noted.
    package func write() async throws {
        let (parts, disk) = (await facts.storage(), await facts.disks(of: []).first)
        read()
        let now = clock.now()
        let values = tally.withLock { tally in
            tally.note(.data, parts.reduce(0) { $0 + $1.bytes }, at: now)
            if let free = disk?.free { tally.note(.free, free, at: now) }
            return tally.takeAll()
        }
        do {
            try await store.add(values, removingBefore: HourlyFigure.hour(of: now) - Self.storedHours)
        } catch {
            tally.withLock { $0.giveBack(values) }
            throw error
        }
    }

    /// The figures that are noted and not stored yet.
    var pending: [HourlyFigure] { tally.withLock { $0.pending } }
}

/// The figures of the last days, for admins.
package struct FigureHistoryService: Sendable {
    /// A week, with the hour that has begun.
    package static let shownHours: Int64 = 7 * 24
    private static let submitted = "submission.submit"

    private let store: any FigureStore
    private let recorder: FigureRecorder
    private let zone: TimeZone
    private let clock: any WallClock

    /// - Parameter zone: that of the statistics.
    package init(store: any FigureStore, recorder: FigureRecorder, zone: TimeZone, clock: any WallClock) {
        self.store = store
        self.recorder = recorder
        self.zone = zone
        self.clock = clock
    }

    package func history(as caller: Principal) async throws -> FigureHistory {
        try caller.require(.administer)
        let last = HourlyFigure.hour(of: clock.now())
        let first = last - Self.shownHours + 1
        var values: [ServerFigure: [Int64: Int64]] = [:]
        func add(_ figure: ServerFigure, _ hour: Int64, _ value: Int64) {
            guard (first...last).contains(hour) else { return }
            values[figure, default: [:]][hour] =
                values[figure]?[hour].map { figure.rule.combine($0, value) } ?? value
        }
        for one in try await store.figures(from: first) { add(one.figure, one.hour, one.value) }
        for one in recorder.pending { add(one.figure, one.hour, one.value) }
        // The local day may have begun a day before the first hour does by UTC.
        for one in try await store.plays(from: Int(first / 24) - 1) {
            add(.plays, utcHour(ofDay: one.day, hour: one.hour), one.plays)
        }
        for one in try await store.entries(of: Self.submitted, from: first) { add(.submissions, one.hour, one.count) }
        return FigureHistory(
            first: first, last: last, courses: ServerFigure.allCases.map { FigureCourse($0, values[$0] ?? [:]) })
    }

    /// The hour in which a local hour begins. Of an hour that clocks show twice, it is one of the two.
    private func utcHour(ofDay day: Int, hour: Int) -> Int64 {
        let local = (day * 24 + hour) * 3600
        func offset(_ second: Int) -> Int {
            zone.secondsFromGMT(for: Date(timeIntervalSince1970: Double(second)))
        }
        let second = local - offset(local - offset(local))
        return HourlyFigure.hour(of: Timestamp(milliseconds: Int64(second) * 1000))
    }
}

/// The figures from one hour to another.
package struct FigureHistory: Sendable {
    /// Hours since 1970-01-01T00:00:00Z.
    package let first: Int64
    /// The hour that has begun.
    package let last: Int64
    package let courses: [FigureCourse]
}

/// The values of one figure by the hour. Hours of which nothing is known are left out.
package struct FigureCourse: Sendable {
    package let figure: ServerFigure
    package let points: [(hour: Int64, value: Int64)]

    init(_ figure: ServerFigure, _ values: [Int64: Int64]) {
        self.figure = figure
        points = values.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }
}
