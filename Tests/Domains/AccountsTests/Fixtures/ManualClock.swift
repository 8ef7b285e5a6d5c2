import Accounts
import Primitives
import Synchronization

/// Both clocks of the accounts, moved by the test alone.
final class ManualClock: WallClock, MonotonicClock {
    private let elapsed = Mutex(Duration.zero)
    private let leapt = Mutex(Duration.zero)
    private let start = Timestamp(milliseconds: 1_795_000_000_000)

    func advance(by duration: Duration) {
        elapsed.withLock { $0 += duration }
    }

    /// Sets the clock on the wall alone.
    func leap(by duration: Duration) {
        leapt.withLock { $0 += duration }
    }

    func now() -> Timestamp {
        start.advanced(by: elapsed.withLock { $0 } + leapt.withLock { $0 })
    }

    func now() -> Duration {
        elapsed.withLock { $0 }
    }
}
