import Streaming
import Synchronization

/// Finds out when an encoder makes nothing although somebody would take it.
final class EncoderWatch: Sendable {
    private struct State {
        var since = ContinuousClock.now
        var isPaused = false
    }

    private let state = Mutex(State())

    /// What it has made is being taken.
    func pause() {
        state.withLock { $0.isPaused = true }
    }

    func resume() {
        state.withLock { $0 = State() }
    }

    /// Throws `tooLong` once it has made nothing for so long; else never ends but by cancellation.
    func wait(timeout: Duration) async throws {
        while true {
            let (since, isPaused) = state.withLock { ($0.since, $0.isPaused) }
            let now = ContinuousClock.now
            guard isPaused || now - since < timeout else { throw TranscodeFailure.tooLong }
            try await Task.sleep(until: isPaused ? now + timeout : since + timeout, clock: .continuous)
        }
    }
}
