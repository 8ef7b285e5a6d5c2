import CLinux
import Glibc
import Synchronization

/// The two ends of a pipe. An end that is not taken over is closed.
final class EncoderPipe: Sendable {
    private let ends: Mutex<[CInt]>

    /// Nil when no descriptors are left.
    ///
    /// - Parameter capacity: the bytes that the pipe should hold; what the system gives by itself where it allows no more.
    init?(capacity: CInt? = nil) {
        var ends: [CInt] = [-1, -1]
        guard rondo_pipe(&ends) == 0 else { return nil }
        if let capacity { rondo_widen_pipe(ends[1], capacity) }
        self.ends = Mutex(ends)
    }

    deinit {
        ends.withLock { ends in
            for end in ends where end >= 0 { close(end) }
        }
    }

    func takeReadEnd() -> CInt { take(0) }

    func takeWriteEnd() -> CInt { take(1) }

    private func take(_ index: Int) -> CInt {
        ends.withLock { ends in
            defer { ends[index] = -1 }
            return ends[index]
        }
    }
}
