/// Time that only moves forward, for delays and expiry inside this process. Tests hold it still.
package protocol MonotonicClock: Sendable {
    /// The time since some fixed moment before the start.
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
