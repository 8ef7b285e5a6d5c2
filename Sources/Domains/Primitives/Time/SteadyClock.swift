import Synchronization

/// A jump of the machine's clock that nobody has confirmed.
package struct ClockLeap: Sendable, Equatable {
    /// The time by everything that was known before the jump.
    package let expected: Timestamp
    /// The time that the machine's clock shows.
    package let shown: Timestamp
    /// The time until the clock is accepted by itself; nil when an admin has to confirm it.
    package let acceptedIn: Duration?
}

/// The time that an earlier process noted.
package struct ClockRecord: Sendable, Equatable {
    package let time: Timestamp
    /// The machine's uptime at that moment.
    package let uptime: Duration
    /// Identifies the boot of the machine at that moment.
    package let boot: String

    package init(time: Timestamp, uptime: Duration, boot: String) {
        self.time = time
        self.uptime = uptime
        self.boot = boot
    }
}

/// The machine's clock as long as it is plausible. After a jump it continues from the time before, by the machine's
/// uptime, until an admin confirms the jump, the clock comes back, or it has been steady for hours. Decision 0029.
package final class SteadyClock: WallClock {
    /// The largest change that is accepted at once. Manual corrections and wrong time zones are smaller. Things that
    /// expire by the clock then end a day and a half early at most.
    package static let largestStep = Duration.seconds(36 * 3600)
    /// The longest plausible time for which a machine was off, or a virtual machine paused.
    package static let longestRest = Duration.seconds(60 * 86_400)
    /// The time for which a jump of no more than `longestRest` has to last until it is accepted.
    package static let quietPeriod = Duration.seconds(12 * 3600)

    private struct State {
        /// A time, and the machine's uptime at that moment.
        var anchor: (time: Timestamp, uptime: Duration)
        /// The size of the jump, and the uptime at which it was first seen.
        var leap: (by: Duration, since: Duration)?
        /// Until this uptime nothing is removed, although the time is followed: the machine may have been off.
        var unsettledUntil: Duration?
    }

    private let source: any WallClock
    private let uptime: @Sendable () -> Duration
    private let state: Mutex<State>

    /// - Parameters:
    ///   - uptime: the time since the machine's start, sleep included.
    ///   - boot: identifies the boot of the machine.
    ///   - record: the note of an earlier process; nil when there is none.
    ///   - isUsed: whether the database was in use before, although no time was noted.
    package init(
        _ source: any WallClock = SystemWallClock(), uptime: @escaping @Sendable () -> Duration, boot: String,
        after record: ClockRecord?, isUsed: Bool = false
    ) {
        self.source = source
        self.uptime = uptime
        let (time, passed) = (source.now(), uptime())
        var state = State(anchor: (time, passed))
        if let record {
            let ahead = time.since(record.time)
            if record.boot == boot, !boot.isEmpty, record.uptime <= passed {
                state.anchor = (record.time, record.uptime)
            } else if ahead < .zero - Self.largestStep || ahead > Self.longestRest {
                state.anchor = (record.time, passed)
            } else if ahead > Self.largestStep {
                state.unsettledUntil = passed + Self.quietPeriod
            }
        } else if isUsed {
            state.unsettledUntil = passed + Self.quietPeriod
        }
        self.state = Mutex(state)
    }

    package func now() -> Timestamp {
        state.withLock { look(&$0).time }
    }

    /// Nil while the clock is plausible.
    package var leap: ClockLeap? {
        state.withLock { state in
            let (expected, shown, passed) = look(&state)
            guard let leap = state.leap else { return nil }
            let remaining = Self.isRest(leap.by) ? leap.since + Self.quietPeriod - passed : nil
            return ClockLeap(expected: expected, shown: shown, acceptedIn: remaining)
        }
    }

    /// Whether things that look old by this clock may be removed for good.
    package var isSettled: Bool {
        state.withLock { state in
            let (_, _, passed) = look(&state)
            if let end = state.unsettledUntil, passed >= end { state.unsettledUntil = nil }
            return state.leap == nil && state.unsettledUntil == nil
        }
    }

    /// Accepts the machine's clock as it is.
    package func accept() {
        state.withLock { state in
            state.anchor = (source.now(), uptime())
            state.leap = nil
            state.unsettledUntil = nil
        }
    }

    /// The note for a later process.
    package func record(boot: String) -> ClockRecord {
        state.withLock { state in
            let (time, _, passed) = look(&state)
            return ClockRecord(time: time, uptime: passed, boot: boot)
        }
    }

    private func look(_ state: inout State) -> (time: Timestamp, shown: Timestamp, passed: Duration) {
        let (shown, passed) = (source.now(), uptime())
        let expected = state.anchor.time.advanced(by: passed - state.anchor.uptime)
        let ahead = shown.since(expected)
        guard ahead > Self.largestStep || ahead < .zero - Self.largestStep else {
            state.anchor = (shown, passed)
            state.leap = nil
            return (shown, shown, passed)
        }
        if let leap = state.leap, abs(leap.by - ahead) <= Self.largestStep {
            if Self.isRest(leap.by), passed - leap.since >= Self.quietPeriod {
                state.anchor = (shown, passed)
                state.leap = nil
                return (shown, shown, passed)
            }
        } else {
            state.leap = (ahead, passed)
        }
        return (expected, shown, passed)
    }

    private static func isRest(_ leap: Duration) -> Bool {
        leap > .zero && leap <= longestRest
    }

    private func abs(_ duration: Duration) -> Duration {
        duration < .zero ? .zero - duration : duration
    }
}
