import Foundation
package import Primitives
import Synchronization

/// Both clocks of a server, which only the test moves. With a `step` the time of day advances by it whenever it is
/// read.
package final class TestClock: WallClock, MonotonicClock {
    private struct State {
        var instant: Timestamp
        var elapsed = Duration.zero
        var step: Duration
    }

    private let state: Mutex<State>

    package init(_ instant: Timestamp = Timestamp(milliseconds: 1_795_000_000_000), step: Duration = .zero) {
        state = Mutex(State(instant: instant, step: step))
    }

    /// - Parameter text: ISO 8601.
    package convenience init(_ text: String) {
        self.init(Self.instant(text))
    }

    /// Moves both clocks.
    package func advance(by duration: Duration) {
        state.withLock { state in
            state.instant = state.instant.advanced(by: duration)
            state.elapsed += duration
        }
    }

    /// Moves only the time of day, as when an operator sets the clock.
    package func leap(by duration: Duration) {
        state.withLock { $0.instant = $0.instant.advanced(by: duration) }
    }

    /// Sets the time of day.
    package func set(_ text: String) {
        state.withLock { $0.instant = Self.instant(text) }
    }

    /// Changes the step.
    package func step(by step: Duration) {
        state.withLock { $0.step = step }
    }

    package func now() -> Timestamp {
        state.withLock { state in
            defer { state.instant = state.instant.advanced(by: state.step) }
            return state.instant
        }
    }

    package func now() -> Duration {
        state.withLock { $0.elapsed }
    }

    private static func instant(_ text: String) -> Timestamp {
        let date = try? Date(text, strategy: .iso8601)
        return Timestamp(milliseconds: Int64((date?.timeIntervalSince1970 ?? 0) * 1000))
    }
}
