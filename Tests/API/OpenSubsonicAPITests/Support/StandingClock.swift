import Accounts
import Primitives
import Synchronization

/// Both clocks of a gateway, moved by hand.
final class StandingClock: WallClock, MonotonicClock {
    private let passed = Mutex(Duration.zero)

    func advance(_ duration: Duration) {
        passed.withLock { $0 += duration }
    }

    func now() -> Duration {
        passed.withLock { $0 }
    }

    func now() -> Timestamp {
        Timestamp(milliseconds: 1_795_000_000_000).advanced(by: passed.withLock { $0 })
    }
}
