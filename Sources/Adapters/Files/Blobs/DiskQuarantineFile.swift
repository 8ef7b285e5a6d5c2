import Glibc
import NIOPosix
import Primitives
import Submissions
import Synchronization

/// A file of the quarantine that is being received. Whatever is done to it waits for what was begun before.
final class DiskQuarantineFile: QuarantineWriter {
    private struct State {
        var end: Int64
        var isClosed = false
    }

    private let descriptor: CInt
    private let pool: NIOThreadPool
    private let state: Mutex<State>

    init(taking descriptor: CInt, end: Int64, pool: NIOThreadPool) {
        self.descriptor = descriptor
        self.pool = pool
        state = Mutex(State(end: end))
    }

    deinit {
        Glibc.close(descriptor)
    }

    func append(_ bytes: [UInt8]) async throws {
        try await change { descriptor, state in
            var done = 0
            while done < bytes.count {
                let written = bytes.withUnsafeBytes {
                    pwrite(descriptor, $0.baseAddress?.advanced(by: done), $0.count - done, off_t(state.end))
                }
                if written < 0, errno == EINTR { continue }
                guard written > 0 else { throw Self.failure(errno) }
                done += written
                state.end += Int64(written)
            }
        }
    }

    func sync() async throws -> Int64 {
        try await change { descriptor, state in
            guard fdatasync(descriptor) == 0 else { throw Self.failure(errno) }
            return state.end
        }
    }

    func cut(to offset: Int64) async throws {
        try await change { descriptor, state in
            guard ftruncate(descriptor, off_t(offset)) == 0 else { throw Self.failure(errno) }
            state.end = offset
        }
    }

    func close() async throws -> Int64 {
        try await pool.runIfActive { [self] in
            try state.withLock { state in
                state.isClosed = true
                guard fdatasync(descriptor) == 0 else { throw Self.failure(errno) }
                return state.end
            }
        }
    }

    private func change<R: Sendable>(_ body: @escaping @Sendable (CInt, inout State) throws -> R) async throws -> R {
        try await pool.runIfActive { [self] in
            try state.withLock { state in
                guard !state.isClosed else {
                    throw DomainError(
                        .conflict, "Another request goes on with this upload", reason: "upload_taken_over")
                }
                return try body(descriptor, &state)
            }
        }
    }

    static func failure(_ code: CInt) -> DomainError {
        code == ENOSPC || code == EDQUOT
            ? .noRoom : DomainError(.unavailable, "The file cannot be kept: \(String(cString: strerror(code)))")
    }
}
