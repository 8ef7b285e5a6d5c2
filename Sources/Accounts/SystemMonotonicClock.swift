/// The machine's continuous clock, which a change of the time of day does not move.
package struct SystemMonotonicClock: MonotonicClock {
    private let start = ContinuousClock.now

    package init() {}

    package func now() -> Duration {
        ContinuousClock.now - start
    }
}
