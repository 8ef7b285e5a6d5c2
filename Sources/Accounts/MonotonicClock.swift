/// Time that only moves forward, for delays and expiry inside this process. Tests hold it still.
package protocol MonotonicClock: Sendable {
    /// The time since some fixed moment before the start.
    func now() -> Duration
}
