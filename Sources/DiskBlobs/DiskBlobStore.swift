package import Blobs
import Crypto
import Foundation
import Glibc
package import NIOPosix
import Primitives

/// Images in a folder, each in a file named by the SHA-256 of its bytes, under a folder named by the first two digits.
///
/// A file comes into being whole: written beside its place, synced, renamed, and its folder synced. What a crash left half-written is
/// removed when the store is opened.
package struct DiskBlobStore: BlobStore {
    private static let maximumSize = 64 * 1024 * 1024
    private let folder: String
    private let pool: NIOThreadPool

    /// Makes the folder where it is missing.
    package init(folder: String, pool: NIOThreadPool = .singleton) throws {
        self.folder = folder
        self.pool = pool
        try FileManager.default.createDirectory(
            atPath: folder + "/incoming", withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        for name in try FileManager.default.contentsOfDirectory(atPath: folder + "/incoming") {
            try? FileManager.default.removeItem(atPath: folder + "/incoming/" + name)
        }
    }

    package func put(_ bytes: [UInt8]) async throws -> BlobKey {
        guard bytes.count <= Self.maximumSize else {
            throw DomainError(.tooLarge, "The image is too large to be stored")
        }
        let hex = SHA256.hash(data: bytes).map { $0 < 16 ? "0" + String($0, radix: 16) : String($0, radix: 16) }
            .joined()
        guard let key = BlobKey(hex: hex) else { throw DomainError(.invalid, "The image has no key") }
        try await pool.runIfActive { try write(bytes, for: key) }
        return key
    }

    package func read(_ key: BlobKey) async throws -> [UInt8]? {
        guard let file = try await open(key), file.size <= Self.maximumSize else { return nil }
        return try await pool.runIfActive {
            var bytes = [UInt8](repeating: 0, count: Int(file.size))
            var offset = 0
            while offset < bytes.count {
                let count = try bytes.withUnsafeMutableBytes { buffer in
                    try file.read(into: UnsafeMutableRawBufferPointer(rebasing: buffer[offset...]), at: Int64(offset))
                }
                guard count > 0 else { return nil }
                offset += count
            }
            return bytes
        }
    }

    package func open(_ key: BlobKey) async throws -> (any HeldFile)? {
        try await pool.runIfActive {
            let descriptor = Glibc.open(path(of: key), O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
            guard descriptor >= 0 else {
                if errno == ENOENT { return nil }
                throw Self.failure("read")
            }
            return DescriptorFile(taking: descriptor)
        }
    }

    package func delete(_ key: BlobKey) async throws {
        try await pool.runIfActive {
            guard unlink(path(of: key)) == 0 || errno == ENOENT else { throw Self.failure("removed") }
        }
    }

    package func keys() async throws -> [BlobKey] {
        try await pool.runIfActive {
            try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.utf8.count == 2 }.flatMap {
                prefix in
                try FileManager.default.contentsOfDirectory(atPath: folder + "/" + prefix).compactMap {
                    BlobKey(hex: prefix + $0)
                }
            }
        }
    }

    private func path(of key: BlobKey) -> String {
        "\(folder)/\(key.hex.prefix(2))/\(key.hex.dropFirst(2))"
    }

    private func write(_ bytes: [UInt8], for key: BlobKey) throws {
        let target = path(of: key)
        guard access(target, F_OK) != 0 else { return }
        let shelf = "\(folder)/\(key.hex.prefix(2))"
        if mkdir(shelf, 0o700) == 0 {
            try Self.syncFolder(folder)
        } else if errno != EEXIST {
            throw Self.failure("written")
        }
        let temporary = "\(folder)/incoming/\(UUID().uuidString)"
        let descriptor = Glibc.open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw Self.failure("written") }
        do {
            defer { close(descriptor) }
            try Self.writeAll(bytes, to: descriptor)
            guard fsync(descriptor) == 0, rename(temporary, target) == 0 else { throw Self.failure("written") }
        } catch {
            unlink(temporary)
            throw error
        }
        try Self.syncFolder(shelf)
    }

    private static func writeAll(_ bytes: [UInt8], to descriptor: Int32) throws {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw failure("written") }
            rest = rest.dropFirst(count)
        }
    }

    private static func syncFolder(_ path: String) throws {
        let descriptor = Glibc.open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw failure("written") }
        defer { close(descriptor) }
        guard fsync(descriptor) == 0 || errno == EINVAL else { throw failure("written") }
    }

    private static func failure(_ verb: String) -> DomainError {
        let code = errno
        return DomainError(
            code == ENOSPC || code == EDQUOT ? .storageFull : .unavailable,
            "An image could not be \(verb): \(String(cString: strerror(code)))")
    }
}
