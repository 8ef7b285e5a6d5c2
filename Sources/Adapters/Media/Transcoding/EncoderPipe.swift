import CLinux
import Glibc
import Synchronization

/// The two ends of a pipe, each closed unless somebody has taken it over.
final class EncoderPipe: Sendable {
    private let ends: Mutex<[CInt]>

    /// Nil when there are no descriptors left.
    init?() {
        var ends: [CInt] = [-1, -1]
        guard rondo_pipe(&ends) == 0 else { return nil }
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
