import Files
import Glibc
import NIOPosix
import Portability
import Primitives

/// A file that is being received. Its bytes are written in the order in which they come, each write waited for.
final class ReceivedFile: ImportUpload {
    let name: String
    private let descriptor: CInt
    private let reserve: Int64
    private let pool: NIOThreadPool

    /// - Parameter reserve: bytes of the disk that stay free.
    init(name: String, descriptor: CInt, reserve: Int64, pool: NIOThreadPool) {
        self.name = name
        self.descriptor = descriptor
        self.reserve = reserve
        self.pool = pool
    }

    deinit {
        Glibc.close(descriptor)
    }

    func append(_ bytes: [UInt8]) async throws {
        try await pool.runIfActive { [descriptor, reserve] in
            // Each time: others write to the same disk.
            guard let free = FreeDiskSpace.free(descriptor) else { throw ReceivedFiles.failure(errno) }
            guard free - Int64(bytes.count) >= reserve else { throw ReceivedFiles.failure(ENOSPC) }
            var done = 0
            while done < bytes.count {
                let written = bytes.withUnsafeBytes {
                    write(descriptor, $0.baseAddress?.advanced(by: done), $0.count - done)
                }
                if written < 0, errno == EINTR { continue }
                guard written > 0 else { throw ReceivedFiles.failure(errno) }
                done += written
            }
        }
    }
}
