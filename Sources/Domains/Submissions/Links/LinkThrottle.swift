package import Accounts
package import Primitives
import Synchronization

/// How many links a person may give: some at once, and more with time (the generic cell rate algorithm, ITU-T I.371).
package final class LinkThrottle: Sendable {
    private static let burst = 60
    private static let refill = Duration.seconds(10)

    private let clock: any MonotonicClock
    /// Up to when each person's allowance is spent.
    private let spent = Mutex<[ID<Person>: Duration]>([:])

    package init(clock: any MonotonicClock = SystemMonotonicClock()) {
        self.clock = clock
    }

    /// Throws `rateLimited` with the time to wait.
    func take(by person: ID<Person>) throws(DomainError) {
        let now: Duration = clock.now()
        let wait = spent.withLock { spent -> Duration? in
            if spent.count > 1000 { spent = spent.filter { $0.value > now } }
            let until = max(spent[person] ?? now, now) + Self.refill
            guard until - now <= Self.refill * Self.burst else { return until - now - Self.refill * Self.burst }
            spent[person] = until
            return nil
        }
        if let wait { throw DomainError(.rateLimited, "Those are a few links too many", retryAfter: wait) }
    }
}
