import Crypto
import Glibc
package import NIOPosix
package import Primitives

/// Stores blobs as files: `ab/cdef…` below one folder, named by the SHA-256 of their bytes.
///
/// A blob is written beside its final path, synced and renamed, and its folder is synced, so that it exists whole or
/// not at all.
package struct DiskBlobStore: BlobStore {
    private let folder: String
    private let pool: NIOThreadPool

    /// Makes the folder if it is missing, and removes the remains of interrupted writes.
    package static func open(folder: String, pool: NIOThreadPool) async throws -> DiskBlobStore {
        try await pool.runIfActive { try DiskFolder.make(folder, emptying: temporary) }
        return DiskBlobStore(folder: folder, pool: pool)
    }

    private static let temporary = "incoming"

    package func put(_ bytes: [UInt8]) async throws -> BlobKey {
        guard let key = BlobKey(hex: SHA256.hash(data: bytes).hex) else {
            throw DomainError(.unavailable, "A picture could not be stored")
        }
        let (home, path) = place(of: key)
        let temporary = "\(folder)/\(Self.temporary)/\(ID<BlobKey>.make(at: SystemWallClock().now()).rawValue)"
        let folder = folder
        try await pool.runIfActive {
            let sweeping = try BlobLock(in: folder, .beside)
            defer { sweeping.unlock() }
            // The modification time says when the blob was last put.
            guard utimensat(AT_FDCWD, path, nil, 0) != 0 else { return }
            if access(home, F_OK) != 0 {
                try DiskFolder.make(home)
                try DiskFolder.sync(folder)
            }
            try DiskFolder.write(bytes, to: temporary, movedTo: path)
            try DiskFolder.sync(home)
        }
        return key
    }

    package func withScratch<Result: Sendable>(
        _ bytes: [UInt8], _ work: @Sendable (ScratchBlob) async throws -> Result
    ) async throws -> Result {
        let name = ID<ScratchBlob>.make(at: SystemWallClock().now()).rawValue
        let scratch = ScratchBlob(name: name, path: "\(Self.temporary)/\(name)")
        let path = "\(folder)/\(scratch.path)"
        let result: Swift.Result<Result, any Error>
        do {
            try await pool.runIfActive { try DiskFolder.write(bytes, to: path) }
            result = .success(try await work(scratch))
        } catch {
            result = .failure(error)
        }
        // Also finishes for a client that has left and whose task is canceled.
        await withCheckedContinuation { done in
            pool.submit { _ in
                unlink(path)
                done.resume()
            }
        }
        return try result.get()
    }

    package func freeBytes() async throws -> Int64 {
        let folder = folder
        return try await pool.runIfActive {
            guard let free = FreeDiskSpace.free(at: folder) else { throw DiskFolder.failure(errno) }
            return free
        }
    }

    package func read(_ key: BlobKey) async throws -> [UInt8]? {
        let (_, path) = place(of: key)
        return try await pool.runIfActive { try DiskFolder.read(path) }
    }

    package func open(_ key: BlobKey) async throws -> (any ReadableFile)? {
        let (_, path) = place(of: key)
        return try await pool.runIfActive { try DiskFolder.open(path).flatMap { DescriptorFile(taking: $0) } }
    }

    package func keys(lastPutBefore instant: Timestamp) async throws -> [BlobKey] {
        let folder = folder
        return try await pool.runIfActive {
            try DiskFolder.names(in: folder).filter { $0.utf8.count == 2 }.flatMap { start in
                try DiskFolder.names(in: folder + "/" + start).compactMap { rest in
                    guard let key = BlobKey(hex: start + rest),
                        DiskFolder.isFile("\(folder)/\(start)/\(rest)", modifiedBefore: instant)
                    else { return nil }
                    return key
                }
            }
        }
    }

    package func delete(_ key: BlobKey, ifLastPutBefore instant: Timestamp) async throws -> Bool {
        let (folder, path) = (folder, place(of: key).path)
        return try await pool.runIfActive {
            let sweeping = try BlobLock(in: folder, .alone)
            defer { sweeping.unlock() }
            guard DiskFolder.isFile(path, modifiedBefore: instant) else { return false }
            // Not synced: a blob that a power cut brings back is removed by the next cleanup.
            guard unlink(path) == 0 else {
                guard errno == ENOENT else { throw DiskFolder.failure(errno) }
                return false
            }
            return true
        }
    }

    /// A blob's path relative to the store's folder, for processes that may read only that folder.
    package static func path(of key: BlobKey) -> String {
        "\(key.hex.prefix(2))/\(key.hex.dropFirst(2))"
    }

    private func place(of key: BlobKey) -> (home: String, path: String) {
        (folder + "/" + key.hex.prefix(2), folder + "/" + Self.path(of: key))
    }
}

/// Keeps a blob from being removed between the check that it exists and the refresh of its age. Writers share the lock;
/// a cleanup takes it alone. It works between processes too, by flock(2).
struct BlobLock {
    enum Manner {
        case beside, alone
    }

    private let descriptor: CInt

    /// Waits for the lock. Blocking: for a thread pool.
    init(in folder: String, _ manner: Manner) throws {
        descriptor = open(folder + "/.sweep", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw DiskFolder.failure(errno) }
        while flock(descriptor, manner == .alone ? LOCK_EX : LOCK_SH) != 0 {
            let code = errno
            guard code == EINTR else {
                close(descriptor)
                throw DiskFolder.failure(code)
            }
        }
    }

    /// Unlocks explicitly, since a child process that is starting may have a copy of the descriptor.
    func unlock() {
        flock(descriptor, LOCK_UN)
        close(descriptor)
    }
}
