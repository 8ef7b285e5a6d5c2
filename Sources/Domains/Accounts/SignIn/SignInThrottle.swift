/// Decides which sign-in attempts are evaluated, so that guessing is slow and no one can lock out another user.
///
/// A browser that has signed in before (see `DeviceTokens`) is charged only for its own failures. All others are
/// charged to (account, network), to the network, and to all untrusted failures on the account. An attempt is charged
/// when it is admitted and refunded when it succeeds, so parallel attempts gain nothing. A refused attempt changes
/// nothing.
package struct SignInThrottle: Sendable {
    package enum Verdict: Sendable, Equatable {
        case evaluate(Ticket)
        case wait(Duration)
    }

    /// An admitted attempt. `succeed`, `fail` or `withdraw` must settle it.
    package struct Ticket: Sendable, Equatable {
        fileprivate let keys: [Key]
    }

    fileprivate enum Key: Hashable, Sendable {
        case device(account: String, device: String)
        case pair(account: String, SourceNetwork)
        case account(String)
        case network(SourceNetwork)
    }

    private struct Bucket {
        var failures = 0
        /// For a network: the time up to which its allowance is spent. For others: the time of the next possible
        /// attempt.
        var until = Duration.zero
        var lastCharge = Duration.zero
        var lastReport: Duration?
    }

    private let policy: SignInThrottlePolicy
    private var buckets: [Key: Bucket] = [:]

    package init(policy: SignInThrottlePolicy = .standard) {
        self.policy = policy
    }

    package var count: Int { buckets.count }

    /// `account` is the key of the typed name, whether or not such an account exists. `device` is the name from a valid
    /// device token. `now` is monotonic time.
    package mutating func admit(
        account: String, network: SourceNetwork, device: String?, at now: Duration
    ) -> Verdict {
        let keys: [Key] =
            if let device {
                [.device(account: account, device: device)]
            } else {
                [.pair(account: account, network), .account(account), .network(network)]
            }
        let wait = keys.map { remaining(for: $0, at: now) }.max() ?? Duration.zero
        guard wait <= .zero else { return .wait(wait) }
        for key in keys { charge(key, at: now) }
        evict(at: now)
        return .evaluate(Ticket(keys: keys))
    }

    /// Charges a failure only to its network, as for a wrong device key of 130 random bits. Returns the time until the
    /// network has an allowance again, and nil when it had one; in the first case nothing is charged.
    mutating func refuse(network: SourceNetwork, at now: Duration) -> Duration? {
        let wait = remaining(for: .network(network), at: now)
        guard wait <= .zero else { return wait }
        charge(.network(network), at: now)
        evict(at: now)
        return nil
    }

    /// The password was right: forgives the account's failures from here and the untrusted ones.
    package mutating func succeed(_ ticket: Ticket, at now: Duration) {
        for key in ticket.keys {
            if case .network = key { refund(key, at: now) } else { buckets[key] = nil }
        }
    }

    /// The password was wrong: the charge stays. Returns whether to report it, at most once a minute for each bucket.
    package mutating func fail(_ ticket: Ticket, at now: Duration) -> Bool {
        guard let key = ticket.keys.first, var bucket = buckets[key] else { return false }
        if let last = bucket.lastReport, now - last < policy.reportInterval { return false }
        bucket.lastReport = now
        buckets[key] = bucket
        return true
    }

    /// Nothing was evaluated, for instance because the server was busy: refunds the charge.
    package mutating func withdraw(_ ticket: Ticket, at now: Duration) {
        for key in ticket.keys { refund(key, at: now) }
    }

    /// Forgets the account's failures, for instance after its password was reset.
    package mutating func forgive(account: String) {
        buckets = buckets.filter { key, _ in
            switch key {
            case .device(let other, _), .pair(let other, _), .account(let other): other != account
            case .network: true
            }
        }
    }

    private func remaining(for key: Key, at now: Duration) -> Duration {
        guard let bucket = current(key, at: now) else { return .zero }
        if case .network = key {
            return bucket.until - now - policy.networkInterval * (policy.networkBurst - 1)
        }
        return bucket.until - now
    }

    private mutating func charge(_ key: Key, at now: Duration) {
        var bucket = current(key, at: now) ?? Bucket()
        bucket.failures += 1
        bucket.lastCharge = now
        switch key {
        case .network: bucket.until = max(bucket.until, now) + policy.networkInterval
        case .pair: bucket.until = now + policy.delay(after: bucket.failures, free: policy.freeForPair)
        case .device: bucket.until = now + policy.delay(after: bucket.failures, free: policy.freeForDevice)
        case .account: bucket.until = now + policy.accountDelay(after: bucket.failures)
        }
        buckets[key] = bucket
    }

    private mutating func refund(_ key: Key, at now: Duration) {
        guard var bucket = buckets[key] else { return }
        bucket.failures -= 1
        if case .network = key { bucket.until -= policy.networkInterval } else { bucket.until = now }
        buckets[key] = bucket.failures > 0 ? bucket : nil
    }

    /// The bucket, unless it has been unused for long enough to be forgotten.
    private func current(_ key: Key, at now: Duration) -> Bucket? {
        guard let bucket = buckets[key] else { return nil }
        return isForgotten(bucket, at: now) ? nil : bucket
    }

    private func isForgotten(_ bucket: Bucket, at now: Duration) -> Bool {
        bucket.until <= now && now - bucket.lastCharge >= policy.memory
    }

    /// Above the capacity, removes the least important tenth: forgotten buckets first, then those with the fewest
    /// failures.
    private mutating func evict(at now: Duration) {
        guard buckets.count > policy.capacity else { return }
        let surplus = buckets.count - policy.capacity * 9 / 10
        let weakest = buckets.map { (key: $0.key, rank: rank($0.value, at: now)) }.sorted { $0.rank < $1.rank }
        for (key, _) in weakest.prefix(surplus) { buckets[key] = nil }
    }

    private func rank(_ bucket: Bucket, at now: Duration) -> (Int, Duration) {
        (isForgotten(bucket, at: now) ? 0 : bucket.failures, bucket.lastCharge)
    }
}

/// The limits of `SignInThrottle`.
///
/// From one network at most `networkBurst` attempts, and then one in `networkInterval`, are evaluated. That is 20 in
/// the first hour.
package struct SignInThrottlePolicy: Sendable {
    package static let standard = SignInThrottlePolicy()

    /// Failures without a delay for one account from one network.
    package var freeForPair = 5
    /// Failures without a delay in a trusted browser.
    package var freeForDevice = 10
    /// Untrusted failures without a delay for one account from anywhere.
    package var freeForAccount = 10
    /// The longest delay for the owner at a new place, up to `accountLimit` failures.
    package var longestAccountDelay = Duration.seconds(30)
    /// After this many untrusted failures in a row, only trusted browsers and a password reset give access (NIST SP
    /// 800-63B-4 §3.2.2), until `memory` has passed.
    package var accountLimit = 100
    package var longestDelay = Duration.seconds(3600)
    package var networkBurst = 10
    package var networkInterval = Duration.seconds(360)
    /// The time after which a failure is forgotten unless another follows.
    package var memory = Duration.seconds(86_400)
    package var reportInterval = Duration.seconds(60)
    package var capacity = 50_000

    package init() {}

    /// 1, 2, 4 … seconds after the free failures.
    func delay(after failures: Int, free: Int) -> Duration {
        guard failures > free else { return .zero }
        return min(.seconds(1 << min(failures - free - 1, 20)), longestDelay)
    }

    func accountDelay(after failures: Int) -> Duration {
        failures >= accountLimit ? memory : min(delay(after: failures, free: freeForAccount), longestAccountDelay)
    }
}
