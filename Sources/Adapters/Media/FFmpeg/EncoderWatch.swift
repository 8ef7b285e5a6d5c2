import Streaming
import Synchronization

/// Detects an encoder that makes no output although the reader is ready for more.
final class EncoderWatch: Sendable {
    private struct State {
        var since = ContinuousClock.now
        var isPaused = false
    }

    private let state = Mutex(State())

    /// The reader is busy with the output: the time does not count.
    func pause() {
        state.withLock { $0.isPaused = true }
    }

    func resume() {
        state.withLock { $0 = State() }
    }

    /// Throws `tooLong` after this time without output; otherwise ends only by cancellation.
    func wait(timeout: Duration) async throws {
        while true {
            let (since, isPaused) = state.withLock { ($0.since, $0.isPaused) }
            let now = ContinuousClock.now
            guard isPaused || now - since < timeout else { throw TranscodeFailure.tooLong }
            try await Task.sleep(until: isPaused ? now + timeout : since + timeout, clock: .continuous)
        }
    }
}

/// The beginning of an encoder's error output.
final class EncoderComplaint: Sendable {
    private static let limit = 16 << 10
    private static let shown = 500
    private let stored = Mutex<[UInt8]>([])

    func add(_ bytes: UnsafeRawBufferPointer) {
        stored.withLock { stored in stored += bytes.prefix(Self.limit - stored.count) }
    }

    var bytes: [UInt8] { stored.withLock { $0 } }

    /// A message for the log. It may quote tags, so only printable characters are in it.
    var text: String {
        String(decoding: bytes.prefix(Self.shown).map { (0x20..<0x7F).contains($0) ? $0 : 0x20 }, as: UTF8.self)
    }
}
