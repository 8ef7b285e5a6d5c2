import Accounts
import Primitives
import Synchronization

/// How much one network may ask of shared pages: a page with hundreds of covers at once, then ten requests a second. A link that was never
/// made counts as fifty, so that nobody tries many.
final class VisitAllowance: Sendable {
    private static let burst = Duration.seconds(60)
    private static let interval = Duration.milliseconds(100)
    private static let guessWeight = 50
    private static let capacity = 20_000

    private let clock: any MonotonicClock
    /// Until when each network's allowance is spent (a generic cell rate).
    private let spent = Mutex<[SourceNetwork: Duration]>([:])

    init(clock: any MonotonicClock) {
        self.clock = clock
    }

    /// Throws `rateLimited` when there is nothing left.
    func charge(_ address: String, isGuess: Bool) throws(DomainError) {
        let network = SourceNetwork(address: address)
        let now = clock.now()
        let wait = spent.withLock { spent -> Duration in
            let until = max(spent[network] ?? now, now)
            let wait = until - now - Self.burst
            if wait > .zero { return wait }
            if spent.count >= Self.capacity { spent = spent.filter { now < $0.value } }
            if spent.count >= Self.capacity { spent.removeAll() }
            spent[network] = until + Self.interval * (isGuess ? Self.guessWeight : 1)
            return .zero
        }
        guard wait <= .zero else {
            throw DomainError(
                .rateLimited, "Too many requests for shared music; wait a moment", reason: "throttled",
                retryAfter: wait)
        }
    }
}
