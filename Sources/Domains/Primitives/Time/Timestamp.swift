import Glibc

/// An instant in milliseconds since 1970-01-01T00:00:00Z. Times are stored and compared only in this form.
package struct Timestamp: Hashable, Comparable, Sendable {
    package let milliseconds: Int64

    package init(milliseconds: Int64) {
        self.milliseconds = milliseconds
    }

    package static func < (left: Self, right: Self) -> Bool {
        left.milliseconds < right.milliseconds
    }

    /// The first or last possible instant where the sum is beyond it.
    package func advanced(by duration: Duration) -> Self {
        let (sum, isBeyond) = milliseconds.addingReportingOverflow(duration.wholeMilliseconds)
        return Self(milliseconds: isBeyond ? (duration < .zero ? .min : .max) : sum)
    }

    /// The time from `earlier` to this instant; negative when `earlier` is later.
    package func since(_ earlier: Timestamp) -> Duration {
        .milliseconds(milliseconds - earlier.milliseconds)
    }
}

extension Duration {
    /// Rounded toward zero.
    package var wholeMilliseconds: Int64 {
        components.seconds * 1000 + components.attoseconds / 1_000_000_000_000_000
    }

    /// Seconds, rounded up, at least one: the value of a `Retry-After` field.
    package var retryAfterSeconds: Int {
        max(1, Int((wholeMilliseconds + 999) / 1000))
    }
}

/// The source of the time of day. Tests replace it by a clock that stands still.
package protocol WallClock: Sendable {
    func now() -> Timestamp
}

/// The source of time that only moves forward, for delays and expiry inside this process. Tests replace it by a clock
/// that stands still.
package protocol MonotonicClock: Sendable {
    /// The time since some fixed moment before the process started.
    func now() -> Duration
}

/// The machine's continuous clock, which a change of the time of day does not move.
package struct SystemMonotonicClock: MonotonicClock {
    private let start = ContinuousClock.now

    package init() {}

    package func now() -> Duration {
        ContinuousClock.now - start
    }
}

/// The machine's clock (`CLOCK_REALTIME`).
package struct SystemWallClock: WallClock {
    package init() {}

    package func now() -> Timestamp {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Timestamp(milliseconds: Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000)
    }
}
