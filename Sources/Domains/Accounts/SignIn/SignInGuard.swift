package import Primitives
import Synchronization

/// The server's one throttle for everything that checks an account's password.
package final class SignInGuard: Sendable {
    private let throttle: Mutex<SignInThrottle>
    private let clock: any MonotonicClock

    package init(clock: any MonotonicClock, policy: SignInThrottlePolicy = .standard) {
        throttle = Mutex(SignInThrottle(policy: policy))
        self.clock = clock
    }

    /// Throws `rateLimited` when the attempt must not be evaluated.
    func admit(account: String, address: String, device: String?) throws(DomainError) -> SignInThrottle.Ticket {
        let network = SourceNetwork(address: address)
        let now = clock.now()
        switch throttle.withLock({ $0.admit(account: account, network: network, device: device, at: now) }) {
        case .evaluate(let ticket): return ticket
        case .wait(let wait):
            throw .throttled(for: wait)
        }
    }

    /// Runs `attempt`, unless there were too many failures. Nil is a failure, and an error counts for nothing. Throws
    /// `rateLimited` when the attempt must not be evaluated.
    ///
    /// - Parameter report: called for a failure that belongs into the journal.
    func attempt<Outcome: Sendable>(
        _ account: String, from address: String, device: String?, report: () -> Void = {},
        _ attempt: () async throws -> Outcome?
    ) async throws -> Outcome? {
        let ticket = try admit(account: account, address: address, device: device)
        let outcome: Outcome?
        do {
            outcome = try await attempt()
        } catch {
            withdraw(ticket)
            throw error
        }
        if outcome != nil { succeed(ticket) } else if fail(ticket) { report() }
        return outcome
    }

    func succeed(_ ticket: SignInThrottle.Ticket) {
        throttle.withLock { $0.succeed(ticket, at: clock.now()) }
    }

    /// Returns whether to record this failure in the journal.
    func fail(_ ticket: SignInThrottle.Ticket) -> Bool {
        throttle.withLock { $0.fail(ticket, at: clock.now()) }
    }

    /// Charges a wrong device key only to the network that it came from. Nil when the network had an allowance left;
    /// otherwise the time until it has one again.
    func refuse(address: String) -> Duration? {
        let network = SourceNetwork(address: address)
        return throttle.withLock { $0.refuse(network: network, at: clock.now()) }
    }

    func withdraw(_ ticket: SignInThrottle.Ticket) {
        throttle.withLock { $0.withdraw(ticket, at: clock.now()) }
    }

    func forgive(account: String) {
        throttle.withLock { $0.forgive(account: account) }
    }
}

extension DomainError {
    /// The answer to an attempt that was not evaluated.
    static func throttled(for wait: Duration) -> DomainError {
        DomainError(
            .rateLimited, "Too many attempts; wait before the next one", reason: "throttled", retryAfter: wait)
    }
}

/// The network of a request, as the unit in which attackers are counted: an IPv4 /24 or an IPv6 /64.
package struct SourceNetwork: Hashable, Sendable {
    /// Three bytes or eight; none for any text that is no address, all of which share one bucket.
    private let prefix: [UInt8]

    package init(address: String) {
        let text = address.utf8.count <= 64 ? String(address.prefix { $0 != "%" }) : ""
        prefix = IPAddress(text).map { Array($0.bytes.prefix($0.isIPv4 ? 3 : 8)) } ?? []
    }
}
