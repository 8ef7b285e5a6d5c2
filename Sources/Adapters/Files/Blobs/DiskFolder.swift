import Glibc
import Primitives

/// Files and folders with errors that a store can pass on. Blocking: for a thread pool.
enum DiskFolder {
    /// Makes the folder where it is missing, for this user only.
    static func make(_ path: String) throws {
        guard mkdir(path, 0o700) == 0 || errno == EEXIST else { throw failure(errno) }
    }

    /// Makes what was created, renamed or removed in the folder durable.
    static func sync(_ path: String) throws {
        let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw failure(errno) }
        defer { close(descriptor) }
        // Some file systems do not sync folders and say so.
        guard fsync(descriptor) == 0 || errno == EINVAL else { throw failure(errno) }
    }

    /// Writes and syncs a new file.
    static func write(_ bytes: [UInt8], to path: String) throws {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw failure(errno) }
        do {
            try write(bytes, to: descriptor)
            guard fsync(descriptor) == 0 else { throw failure(errno) }
        } catch {
            close(descriptor)
            throw error
        }
        guard close(descriptor) == 0 else { throw failure(errno) }
    }

    private static func write(_ bytes: [UInt8], to descriptor: CInt) throws {
        var rest = bytes[...]
        while !rest.isEmpty {
            let written = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if written < 0, errno == EINTR { continue }
            guard written > 0 else { throw failure(written == 0 ? EIO : errno) }
            rest = rest.dropFirst(written)
        }
    }

    /// The whole file; nil when there is none.
    static func read(_ path: String) throws -> [UInt8]? {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else {
            guard errno == ENOENT else { throw failure(errno) }
            return nil
        }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw failure(errno) }
        var bytes = [UInt8](repeating: 0, count: Int(status.st_size))
        var filled = 0
        while filled < bytes.count {
            let count = bytes.withUnsafeMutableBytes { buffer in
                Glibc.read(descriptor, buffer.baseAddress?.advanced(by: filled), buffer.count - filled)
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw failure(count == 0 ? EIO : errno) }
            filled += count
        }
        return bytes
    }

    /// Whether a regular file is there whose content was last touched before `instant`.
    static func isFile(_ path: String, modifiedBefore instant: Timestamp) -> Bool {
        var status = stat()
        guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return false }
        let seconds = Int64(status.st_mtim.tv_sec).multipliedReportingOverflow(by: 1000).partialValue
        return seconds &+ Int64(status.st_mtim.tv_nsec) / 1_000_000 < instant.milliseconds
    }

    /// What is in the folder, without what is hidden.
    static func names(in path: String) throws -> [String] {
        guard let stream = opendir(path) else { throw failure(errno) }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            if !name.hasPrefix(".") { names.append(name) }
        }
        return names.sorted()
    }

    static func failure(_ code: CInt) -> DomainError {
        switch code {
        case ENOSPC, EDQUOT: DomainError(.storageFull, "There is no room left on the disk")
        default:
            DomainError(
                .unavailable, "The disk cannot be read or written at the moment", reason: "disk_error",
                retryAfter: .seconds(5))
        }
    }
}
