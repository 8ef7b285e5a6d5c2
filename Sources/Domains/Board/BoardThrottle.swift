package import Accounts
package import Primitives
import Synchronization

/// How often a person may do what others come to see. Each kind of action has an allowance that fills up again with time
/// (the generic cell rate algorithm, ITU-T I.371).
package final class BoardThrottle: Sendable {
    package enum Action: Hashable, Sendable {
        case post, comment, react

        /// What may be done at once, and the time in which one more comes back.
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
    /// Up to when each allowance is spent. What has filled up is swept out, so that only the active are remembered.
    private let spent = Mutex<[Key: Duration]>([:])

    package init(clock: any MonotonicClock = SystemMonotonicClock()) {
        self.clock = clock
    }

    /// Throws `rateLimited` with the time to wait.
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
