/// The numbers of `SignInThrottle`.
///
/// From one network at most `networkBurst` and then one in `networkInterval` are evaluated, which is 20 in the first
/// hour.
package struct SignInThrottlePolicy: Sendable {
    package static let standard = SignInThrottlePolicy()

    /// Failures without a delay for one account from one network.
    package var freeForPair = 5
    /// Failures without a delay in a trusted browser.
    package var freeForDevice = 10
    /// Untrusted failures without a delay for one account from anywhere.
    package var freeForAccount = 10
    /// The owner at a new place never waits longer than this, up to `accountLimit`.
    package var longestAccountDelay = Duration.seconds(30)
    /// After so many untrusted failures in a row only trusted browsers and a reset get in (NIST SP 800-63B-4 §3.2.2),
    /// until `memory` has passed.
    package var accountLimit = 100
    package var longestDelay = Duration.seconds(3600)
    package var networkBurst = 10
    package var networkInterval = Duration.seconds(360)
    /// What is not repeated for this long is forgotten.
    package var memory = Duration.seconds(86_400)
    package var reportInterval = Duration.seconds(60)
    package var capacity = 50_000

    package init() {}

    /// 1, 2, 4 … seconds after the free ones.
    func delay(after failures: Int, free: Int) -> Duration {
        guard failures > free else { return .zero }
        return min(.seconds(1 << min(failures - free - 1, 20)), longestDelay)
    }

    func accountDelay(after failures: Int) -> Duration {
        failures >= accountLimit ? memory : min(delay(after: failures, free: freeForAccount), longestAccountDelay)
    }
}
