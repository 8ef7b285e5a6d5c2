import Synchronization

/// Limits how often each key may act: some actions at once, then one more after each refill time (the generic cell rate
/// algorithm, ITU-T I.371). It stores a few bytes for each key that acted lately.
package final class RateLimiter<Key: Hashable & Sendable>: Sendable {
    private let clock: any MonotonicClock
    private let capacity: Int
    /// The time up to which each key's allowance is used.
    private let spent = Mutex<[Key: Duration]>([:])

    /// - Parameter capacity: the number of keys that are stored. Beyond it, the keys that used least are forgotten.
    package init(clock: any MonotonicClock = SystemMonotonicClock(), capacity: Int = 20_000) {
        self.clock = clock
        self.capacity = capacity
    }

    /// Uses the key's allowance.
    ///
    /// - Parameters:
    ///   - burst: the number of actions at once.
    ///   - refill: the time after which one more is available.
    ///   - cost: the number of actions that this one counts for.
    ///   - mayOverdraw: whether one remaining action is enough. The rest of the cost is then used in advance.
    /// - Returns: the time to wait, in which case nothing was used; nil if the action is allowed.
    package func take(
        _ key: Key, burst: Int, refill: Duration, cost: Int = 1, mayOverdraw: Bool = false
    ) -> Duration? {
        let now: Duration = clock.now()
        return spent.withLock { spent -> Duration? in
            let used = max(spent[key] ?? now, now)
            let wait = used + refill * (mayOverdraw ? 1 : cost) - now - refill * burst
            guard wait <= .zero else { return wait }
            spent[key] = used + refill * cost
            if spent.count > capacity { forget(&spent, at: now) }
            return nil
        }
    }

    /// Makes room: first what is refilled, then the half that is refilled soonest.
    private func forget(_ spent: inout [Key: Duration], at now: Duration) {
        spent = spent.filter { $0.value > now }
        guard spent.count > capacity else { return }
        let median = spent.values.sorted()[spent.count / 2]
        spent = spent.filter { $0.value > median }
    }
}
