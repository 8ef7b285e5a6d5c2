import Synchronization

/// The reason why another server gave no answer. It says nothing about what was asked for.
package struct ServiceFailure: Error, Sendable, Equatable {
    package enum Reason: String, Sendable, CaseIterable {
        /// It cannot be reached, or its address is not allowed.
        case unreachable
        /// Its address is in a private network that the administrators have not allowed.
        case forbidden
        case slow, large
        /// It redirects too often, or to where it must not.
        case redirected
        /// Its answer is not of this kind of service.
        case malformed
        /// It refuses the key.
        case key
        /// The key can no longer be read, because the server's secret is another.
        case keyLost = "key_lost"
        /// Too much was asked.
        case limit
        /// It answers that it is broken.
        case failing
    }

    package let reason: Reason
    /// The time for which it asks to be left alone.
    package let retryAfter: Duration?

    package init(_ reason: Reason, retryAfter: Duration? = nil) {
        self.reason = reason
        self.retryAfter = retryAfter
    }
}

/// The servers that failed lately. They are left alone for a while, longer after each failure.
package final class ServiceHealth<Service: Hashable & Sendable>: Sendable {
    package struct Trouble: Sendable, Equatable {
        package let failure: ServiceFailure.Reason
        package let at: Timestamp
        /// It is not asked before this time.
        package let until: Timestamp
        fileprivate let failures: Int
    }

    private static var first: Duration { .seconds(5) }
    private static var longest: Duration { .seconds(600) }
    /// The longest time that a server may ask for.
    private static var longestAsked: Duration { .seconds(86_400) }

    private let troubles = Mutex<[Service: Trouble]>([:])

    package init() {}

    /// The trouble since the last success; nil for none.
    package func trouble(of service: Service) -> Trouble? {
        troubles.withLock { $0[service] }
    }

    /// The time for which the server is left alone; nil where it may be asked.
    package func rest(of service: Service, at now: Timestamp) -> Duration? {
        guard let trouble = trouble(of: service), trouble.until > now else { return nil }
        // A clock that was set back must not make it longer.
        return min(trouble.until.since(now), Self.longestAsked)
    }

    package func succeed(_ service: Service) {
        troubles.withLock { $0[service] = nil }
    }

    package func fail(_ service: Service, _ failure: ServiceFailure, at now: Timestamp) {
        troubles.withLock { troubles in
            let failures = min((troubles[service]?.failures ?? 0) + 1, 20)
            let own: Duration =
                switch failure.reason {
                case .key, .keyLost, .limit, .forbidden: Self.longest
                default: min(Self.longest, Self.first * (1 << (failures - 1)))
                }
            let rest = min(max(failure.retryAfter ?? own, .seconds(1)), Self.longestAsked)
            troubles[service] = Trouble(
                failure: failure.reason, at: now, until: now.advanced(by: rest), failures: failures)
        }
    }
}
