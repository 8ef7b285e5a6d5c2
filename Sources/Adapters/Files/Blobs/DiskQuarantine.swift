import CLinux
import Crypto
import Foundation
import Glibc
package import NIOPosix
package import Primitives
package import Submissions
import Synchronization
import SystemPackage

/// The quarantine as a folder of the data folder. Names are ids that the server made, and they are validated.
package struct DiskQuarantine: Quarantine {
    package let root: [UInt8]
    private let path: String
    private let pool: NIOThreadPool

    /// Makes the folder if it is missing, for the server's user alone.
    package init(folder: String, pool: NIOThreadPool) throws {
        try PrivateFolder.make(folder)
        path = URL(fileURLWithPath: folder).resolvingSymlinksInPath().path
        root = Array(path.utf8)
        self.pool = pool
    }

    package func create(_ name: String) async throws {
        let place = try place(name)
        try await pool.runIfActive { [path] in
            let descriptor = Glibc.open(place, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
            guard descriptor >= 0 else { throw DiskQuarantineFile.failure(errno) }
            close(descriptor)
            // The name is durable before it is returned.
            try DiskFolder.sync(path, DiskQuarantineFile.failure)
        }
    }

    package func write(_ name: String, from offset: Int64) async throws -> (any QuarantineWriter)? {
        let place = try place(name)
        return try await pool.runIfActive { [pool] in
            guard
                let descriptor = try DiskFolder.open(place, O_WRONLY | O_NOFOLLOW, DiskQuarantineFile.failure)
            else { return nil }
            guard ftruncate(descriptor, off_t(offset)) == 0 else {
                let code = errno
                close(descriptor)
                throw DiskQuarantineFile.failure(code)
            }
            return DiskQuarantineFile(taking: descriptor, end: offset, pool: pool)
        }
    }

    package func open(_ name: String) async throws -> (any ReadableFile)? {
        let place = try place(name)
        return try await pool.runIfActive {
            try DiskFolder.open(place, O_RDONLY | O_NOFOLLOW | O_NONBLOCK, DiskQuarantineFile.failure)
                .flatMap { DescriptorFile(taking: $0) }
        }
    }

    package func digest(_ name: String) async throws -> [UInt8]? {
        guard let file = try await open(name) else { return nil }
        return try await pool.runIfActive {
            var hash = SHA256()
            var offset: Int64 = 0
            let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 20, alignment: 16)
            defer { buffer.deallocate() }
            while true {
                let count = try file.read(into: buffer, at: offset)
                guard count > 0 else { return Array(hash.finalize()) }
                hash.update(bufferPointer: UnsafeRawBufferPointer(rebasing: buffer[..<count]))
                offset += Int64(count)
            }
        }
    }

    package func remove(_ name: String) async {
        guard let place = try? place(name) else { return }
        _ = try? await pool.runIfActive { unlink(place) }
    }

    package func names(untouchedSince instant: Timestamp) async throws -> [String] {
        try await pool.runIfActive { [path] in
            let names = (try? DiskFolder.names(in: path)) ?? []
            return names.filter { DiskFolder.isFile(path + "/" + $0, modifiedBefore: instant) }
        }
    }

    package func freeBytes() async throws -> Int64 {
        try await pool.runIfActive { [path] in
            guard let free = FreeDiskSpace.free(at: path) else { throw DiskQuarantineFile.failure(errno) }
            return free
        }
    }

    private func place(_ name: String) throws(DomainError) -> String {
        guard DiskFolder.isName(name, of: 1...64) else { throw .notFound("There is no such file") }
        return path + "/" + name
    }
}

/// A file of the quarantine that is being received. Each operation waits for those that began before it.
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
            var rest = bytes[...]
            do {
                while !rest.isEmpty {
                    let written = try rest.withUnsafeBytes {
                        try FileDescriptor(rawValue: descriptor).write(toAbsoluteOffset: state.end, $0)
                    }
                    guard written > 0 else { throw Errno.ioError }
                    rest = rest.dropFirst(written)
                    state.end += Int64(written)
                }
            } catch let error as Errno {
                throw Self.failure(error.rawValue)
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
                        .conflict, "Another request has taken over this upload", reason: "upload_taken_over")
                }
                return try body(descriptor, &state)
            }
        }
    }

    static func failure(_ code: CInt) -> DomainError {
        code == ENOSPC || code == EDQUOT
            ? .noRoom : DomainError(.unavailable, "The file cannot be stored: \(String(cString: strerror(code)))")
    }
}
