import CLinux

/// The two ends of a pipe. An end that is not taken over is closed.
struct EncoderPipe: Sendable {
    private let readEnd: OneDescriptor
    private let writeEnd: OneDescriptor

    /// Nil when no descriptors are left.
    ///
    /// - Parameter capacity: the bytes that the pipe should hold; what the system gives by itself where it allows no more.
    init?(capacity: CInt? = nil) {
        var ends: [CInt] = [-1, -1]
        guard rondo_pipe(&ends) == 0 else { return nil }
        if let capacity { rondo_widen_pipe(ends[1], capacity) }
        (readEnd, writeEnd) = (OneDescriptor(ends[0]), OneDescriptor(ends[1]))
    }

    func takeReadEnd() -> CInt { readEnd.take() }

    func takeWriteEnd() -> CInt { writeEnd.take() }
}
