import Glibc
import Primitives
import Synchronization
import SystemPackage

/// File and folder operations whose errors a store can pass on. Blocking: for a thread pool.
enum DiskFolder {
    /// Makes the folder if it is missing, for this user only.
    static func make(_ path: String) throws {
        guard mkdir(path, 0o700) == 0 || errno == EEXIST else { throw failure(errno) }
    }

    /// Makes a store's folder if it is missing, and within it an empty one for unfinished files.
    static func make(_ path: String, emptying temporary: String) throws {
        try make(path)
        try make(path + "/" + temporary)
        for name in try names(in: path + "/" + temporary) { unlink(path + "/" + temporary + "/" + name) }
    }

    /// Opens a file; nil where there is none.
    ///
    /// - Parameter failure: the error of another error number.
    static func open(
        _ path: String, _ flags: CInt = O_RDONLY | O_NOFOLLOW, _ failure: (CInt) -> DomainError = failure
    ) throws -> CInt? {
        let descriptor = Glibc.open(path, flags | O_CLOEXEC)
        guard descriptor < 0 else { return descriptor }
        guard errno == ENOENT else { throw failure(errno) }
        return nil
    }

    /// Makes created, renamed and removed names in the folder durable.
    static func sync(_ path: String, _ failure: (CInt) -> DomainError = failure) throws {
        let descriptor = Glibc.open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw failure(errno) }
        defer { close(descriptor) }
        // Some file systems do not sync folders and say so.
        guard fsync(descriptor) == 0 || errno == EINVAL else { throw failure(errno) }
    }

    /// Writes a new file, syncs it and gives it its final path in one step.
    static func write(_ bytes: [UInt8], to temporary: String, movedTo path: String) throws {
        do {
            try write(bytes, to: temporary)
            guard rename(temporary, path) == 0 else { throw failure(errno) }
        } catch {
            unlink(temporary)
            throw error
        }
    }

    /// Writes and syncs a new file.
    static func write(_ bytes: [UInt8], to path: String) throws {
        let descriptor = Glibc.open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
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

    static func write(_ bytes: some Sequence<UInt8>, to descriptor: CInt) throws {
        do {
            try FileDescriptor(rawValue: descriptor).writeAll(bytes)
        } catch let error as Errno {
            throw failure(error.rawValue)
        }
    }

    /// The whole file; nil when there is none.
    static func read(_ path: String) throws -> [UInt8]? {
        guard let descriptor = try open(path, O_RDONLY) else { return nil }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw failure(errno) }
        var bytes = [UInt8](repeating: 0, count: Int(status.st_size))
        var filled = 0
        do {
            while filled < bytes.count {
                let count = try bytes.withUnsafeMutableBytes { buffer in
                    try FileDescriptor(rawValue: descriptor).read(into: .init(rebasing: buffer[filled...]))
                }
                guard count > 0 else { throw Errno.ioError }
                filled += count
            }
        } catch let error as Errno {
            throw failure(error.rawValue)
        }
        return bytes
    }

    /// Whether a name consists of small letters, digits and dashes.
    static func isName(_ name: String, of lengths: ClosedRange<Int>) -> Bool {
        lengths.contains(name.utf8.count)
            && name.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x7A).contains($0) || $0 == 0x2D }
    }

    /// Whether a regular file exists there that was last modified before `instant`.
    static func isFile(_ path: String, modifiedBefore instant: Timestamp) -> Bool {
        var status = stat()
        guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return false }
        let seconds = Int64(status.st_mtim.tv_sec).multipliedReportingOverflow(by: 1000).partialValue
        return seconds &+ Int64(status.st_mtim.tv_nsec) / 1_000_000 < instant.milliseconds
    }

    /// The names in the folder, without hidden ones.
    static func names(in path: String) throws -> [String] {
        guard let stream = opendir(path) else { throw failure(errno) }
        defer { closedir(stream) }
        let (entries, code) = DirectoryEntry.all(in: stream)
        guard code == 0 else { throw failure(code) }
        return entries.map { String(decoding: $0.name, as: UTF8.self) }.sorted()
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

/// An entry of an open folder.
struct DirectoryEntry {
    let name: [UInt8]
    /// `DT_DIR` and its like: see readdir(3).
    let kind: Int

    /// All entries but hidden ones, up to the end or a failure, whose error number is returned with them; else 0.
    static func all(in stream: OpaquePointer) -> (entries: [DirectoryEntry], code: CInt) {
        var entries: [DirectoryEntry] = []
        guard let offset = MemoryLayout<dirent>.offset(of: \.d_name) else { return (entries, EIO) }
        errno = 0
        while let entry = readdir(stream) {
            // The name can be longer than the declared `d_name` on some file systems: it is read by its own length.
            let start = UnsafeRawPointer(entry) + offset
            let length = strlen(start.assumingMemoryBound(to: CChar.self))
            let name = Array(UnsafeRawBufferPointer(start: start, count: length))
            if name.first != UInt8(ascii: ".") { entries.append(.init(name: name, kind: Int(entry.pointee.d_type))) }
            errno = 0
        }
        return (entries, errno)
    }
}

/// The free space of the disk of a file or folder.
package enum FreeDiskSpace {
    /// The bytes that can still be written. Nil on failure, with the reason in `errno`.
    package static func free(_ descriptor: CInt) -> Int64? {
        var status = statvfs()
        return fstatvfs(descriptor, &status) == 0 ? bytes(status) : nil
    }

    package static func free(at path: String) -> Int64? {
        var status = statvfs()
        return statvfs(path, &status) == 0 ? bytes(status) : nil
    }

    private static func bytes(_ status: statvfs) -> Int64 {
        let (bytes, overflow) = UInt64(status.f_bavail).multipliedReportingOverflow(by: UInt64(status.f_frsize))
        return overflow ? .max : Int64(clamping: bytes)
    }
}

/// Distinguishes remote and user-space file systems, whose calls may wait for another machine or process, from local
/// disks.
package enum RemoteFileSystems {
    private static let types = ["nfs", "cifs", "smb", "fuse", "9p", "ceph", "afs", "lustre", "gfs", "ocfs", "virtiofs"]
    private static let known = Mutex<[UInt64: Bool]>([:])

    /// - Parameter device: the number from fstat(2).
    package static func contains(device: UInt64) -> Bool {
        if let isRemote = known.withLock({ $0[device] }) { return isRemote }
        // Splits the number as makedev(3) composes it.
        let major = (device >> 8) & 0xfff | (device >> 32) & ~0xfff
        let minor = device & 0xff | (device >> 12) & 0xffff_ff00
        let number = "\(major):\(minor)"
        let isRemote = devices(in: mounts()).contains(number)
        known.withLock { $0[device] = isRemote }
        return isRemote
    }

    /// The device numbers `MAJOR:MINOR` of remote file systems in the text of `/proc/self/mountinfo`: see proc(5).
    static func devices(in mounts: String) -> Set<String> {
        var found: Set<String> = []
        for line in mounts.split(separator: "\n") {
            let fields = line.split(separator: " ")
            guard fields.count > 2, let dash = fields.firstIndex(of: "-"), dash + 1 < fields.count else { continue }
            let type = fields[dash + 1]
            if types.contains(where: type.hasPrefix), type != "fusectl" { found.insert(String(fields[2])) }
        }
        return found
    }

    private static func mounts() -> String {
        guard let file = fopen("/proc/self/mountinfo", "re") else { return "" }
        defer { fclose(file) }
        var text: [UInt8] = []
        withUnsafeTemporaryAllocation(byteCount: 16 * 1024, alignment: 1) { buffer in
            while case let count = fread(buffer.baseAddress, 1, buffer.count, file), count > 0 {
                text.append(contentsOf: buffer[..<count])
            }
        }
        return String(decoding: text, as: UTF8.self)
    }
}
