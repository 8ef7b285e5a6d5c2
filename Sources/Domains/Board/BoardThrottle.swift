package import Accounts
package import Primitives
import Synchronization

/// Limits how often a user may post, comment and react. Each action has an allowance that refills with time (the
/// generic cell rate algorithm, ITU-T I.371).
package final class BoardThrottle: Sendable {
    package enum Action: Hashable, Sendable {
        case post, comment, react

        /// The number of actions at once, and the time after which one more is available.
        var allowance: (burst: Int, refill: Duration) {
            switch self {
            case .post: (60, .seconds(2))
            case .comment: (20, .seconds(3))
            case .react: (60, .seconds(1))
            }
        }
    }

    private struct Key: Hashable {
        let person: ID<Person>
        let action: Action
    }

    private let clock: any MonotonicClock
    /// The time up to which each allowance is used. Refilled allowances are dropped, so that only active users use
    /// memory.
    private let spent = Mutex<[Key: Duration]>([:])

    package init(clock: any MonotonicClock = SystemMonotonicClock()) {
        self.clock = clock
    }

    /// Uses the allowance once. Throws `rateLimited` with the time to wait.
    func take(_ action: Action, by person: ID<Person>) throws(DomainError) {
        let (burst, refill) = action.allowance
        let now: Duration = clock.now()
        let wait = spent.withLock { spent -> Duration? in
            if spent.count > 10_000 { spent = spent.filter { $0.value > now } }
            let key = Key(person: person, action: action)
            let until = max(spent[key] ?? now, now) + refill
            guard until - now <= refill * burst else { return until - now - refill * burst }
            spent[key] = until
            return nil
        }
        if let wait {
            throw DomainError(.rateLimited, "That is a little too often", retryAfter: wait)
        }
    }
}
