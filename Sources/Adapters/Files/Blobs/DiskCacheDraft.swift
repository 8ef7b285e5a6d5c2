import Primitives
import CLinux
import Glibc
import NIOPosix
import Synchronization
import SystemPackage

/// An unfinished entry of a `DiskCache`: a temporary file that is removed with the last reference to it unless it was
/// stored.
final class DiskCacheDraft: CacheDraft {
    private struct State {
        var size: Int64 = 0
        /// Nil once the file has its final path.
        var temporary: String?
    }

    private let descriptor: CInt
    private let cache: DiskCache
    private let pool: NIOThreadPool
    private let state: Mutex<State>

    /// Takes over `descriptor`, open for reading and writing at the path `temporary`.
    init(_ descriptor: CInt, at temporary: String, of cache: DiskCache, pool: NIOThreadPool) {
        self.descriptor = descriptor
        self.cache = cache
        self.pool = pool
        state = Mutex(State(temporary: temporary))
    }

    deinit {
        if let temporary = state.withLock({ $0.temporary }) { unlink(temporary) }
        close(descriptor)
    }

    var size: Int64 { state.withLock { $0.size } }
    /// A draft has no version yet that a request could be compared with.
    var modifiedNanoseconds: Int64 { 0 }
    var device: UInt64 { 0 }
    var hasChanged: Bool { false }

    func append(_ bytes: [UInt8]) async throws {
        let start = size
        try await pool.runIfActive { [descriptor] in
            do {
                try FileDescriptor(rawValue: descriptor).writeAll(toAbsoluteOffset: start, bytes)
            } catch let error as Errno {
                throw DiskFolder.failure(error.rawValue)
            }
        }
        state.withLock { $0.size = start + Int64(bytes.count) }
    }

    func store(as name: String) async throws {
        let (size, temporary) = state.withLock { ($0.size, $0.temporary) }
        guard let temporary else { return }
        try await pool.runIfActive { [descriptor] in
            guard fsync(descriptor) == 0 else { throw DiskFolder.failure(errno) }
        }
        if try await cache.store(temporary, size: Int(size), as: name) { state.withLock { $0.temporary = nil } }
    }

    func readIfCached(into buffer: UnsafeMutableRawBufferPointer, at offset: Int64) throws(DomainError) -> Int? {
        guard let base = buffer.baseAddress else { return 0 }
        let count = rondo_pread_nowait(descriptor, base, buffer.count, offset)
        switch count {
        case 0...: return count
        case -Int(EAGAIN), -Int(EOPNOTSUPP), -Int(ENOSYS), -Int(EINTR): return nil
        default: throw DiskFolder.failure(CInt(-count))
        }
    }

    func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int64) throws(DomainError) -> Int {
        do {
            return try FileDescriptor(rawValue: descriptor).read(fromAbsoluteOffset: offset, into: buffer)
        } catch {
            throw DiskFolder.failure((error as? Errno)?.rawValue ?? EIO)
        }
    }

    func duplicateDescriptor() -> Int32? {
        let copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 3)
        return copy >= 0 ? copy : nil
    }
}
