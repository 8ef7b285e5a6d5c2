package import Primitives

/// Limits how often a user may post, comment and react. Each action has an allowance of its own. It stops programs: a
/// user has one post a day, and may remove it and post again.
package struct BoardThrottle: Sendable {
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

    private let limiter: RateLimiter<Key>

    package init(clock: any MonotonicClock = SystemMonotonicClock()) {
        limiter = RateLimiter(clock: clock)
    }

    /// Uses the allowance once. Throws `rateLimited` with the time to wait.
    func take(_ action: Action, by person: ID<Person>) throws(DomainError) {
        let (burst, refill) = action.allowance
        if let wait = limiter.take(Key(person: person, action: action), burst: burst, refill: refill) {
            throw DomainError(.rateLimited, "Too many actions in a short time. Wait a moment", retryAfter: wait)
        }
    }
}
