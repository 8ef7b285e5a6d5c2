import NIOCore

/// Bounds how often the workers of one library are started: sixteen at once, then one in 200 milliseconds; and after
/// three in a row that did not come up, one a second.
struct StartRate {
    private static let burst = 16
    private static let pause = TimeAmount.milliseconds(200)
    private static let pauseAfterFailures = TimeAmount.seconds(1)

    private var tokens = burst
    private var refilled = NIODeadline.now()
    private var last: NIODeadline?
    private var failures = 0

    /// When the next start may be, at the earliest.
    mutating func next(after now: NIODeadline) -> NIODeadline {
        let fresh = (now - refilled).nanoseconds / Self.pause.nanoseconds
        if fresh > 0 {
            tokens = min(Self.burst, tokens + Int(min(fresh, Int64(Self.burst))))
            refilled = now
        }
        if failures >= 3, let last { return last + Self.pauseAfterFailures }
        return tokens > 0 ? now : refilled + Self.pause
    }

    mutating func begin(at now: NIODeadline) {
        tokens -= 1
        last = now
    }

    mutating func succeeded() {
        failures = 0
    }

    /// Whether that is enough to give up on what waits.
    mutating func failed() -> Bool {
        failures += 1
        return failures >= 3
    }
}
