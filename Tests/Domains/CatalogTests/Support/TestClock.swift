import Primitives
import Synchronization

/// A clock that advances one millisecond each time it is asked.
final class TestClock: WallClock {
    private let milliseconds = Mutex<Int64>(1_700_000_000_000)

    func now() -> Timestamp {
        milliseconds.withLock { now in
            now += 1
            return Timestamp(milliseconds: now)
        }
    }

    func advance(by duration: Duration) {
        milliseconds.withLock { $0 += duration.components.seconds * 1000 }
    }
}
