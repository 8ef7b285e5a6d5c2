package import Primitives
import Synchronization

/// The gateway's one throttle for everything that checks an account's password.
package final class SignInGuard: Sendable {
    private let throttle: Mutex<SignInThrottle>
    private let clock: any MonotonicClock

    package init(clock: any MonotonicClock, policy: SignInThrottlePolicy = .standard) {
        throttle = Mutex(SignInThrottle(policy: policy))
        self.clock = clock
    }

    /// Throws `rateLimited` when the attempt is not to be evaluated.
    func admit(account: String, address: String, device: String?) throws(DomainError) -> SignInThrottle.Ticket {
        let network = SourceNetwork(address: address)
        let now = clock.now()
        switch throttle.withLock({ $0.admit(account: account, network: network, device: device, at: now) }) {
        case .evaluate(let ticket): return ticket
        case .wait(let wait):
            throw DomainError(
                .rateLimited, "Too many attempts; wait before the next one", reason: "throttled", retryAfter: wait)
        }
    }

    func succeed(_ ticket: SignInThrottle.Ticket) {
        let now = clock.now()
        throttle.withLock { $0.succeed(ticket, at: now) }
    }

    /// Says whether this failure is to be journalled.
    func fail(_ ticket: SignInThrottle.Ticket) -> Bool {
        let now = clock.now()
        return throttle.withLock { $0.fail(ticket, at: now) }
    }

    /// Charges a wrong device key to the network that it came from, and to nothing else. Nil when it could be evaluated; otherwise how
    /// long the network's allowance is spent.
    func refuse(address: String) -> Duration? {
        let network = SourceNetwork(address: address)
        let now = clock.now()
        return throttle.withLock { $0.refuse(network: network, at: now) }
    }

    func withdraw(_ ticket: SignInThrottle.Ticket) {
        let now = clock.now()
        throttle.withLock { $0.withdraw(ticket, at: now) }
    }

    func forgive(account: String) {
        throttle.withLock { $0.forgive(account: account) }
    }
}
