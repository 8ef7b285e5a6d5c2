import Catalog
import Glibc

/// A library's top folder.
enum RootFolder {
    /// The folder at `path`, without links in its name. Throws a `FileProblem` when it is not a folder that can be
    /// read.
    static func open(_ path: [UInt8]) throws -> LibraryRoot {
        guard let canonical = canonical(path) else {
            throw FileProblem(.unreadable, "\(String(decoding: path, as: UTF8.self)): \(reason(errno))")
        }
        let descriptor = canonical.withPath { Glibc.open($0, O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
        guard descriptor >= 0 else {
            throw FileProblem(.unreadable, "\(String(decoding: path, as: UTF8.self)): \(reason(errno))")
        }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, faccessat(descriptor, ".", R_OK | X_OK, 0) == 0 else {
            throw FileProblem(.unreadable, "\(String(decoding: path, as: UTF8.self)): \(reason(errno))")
        }
        return LibraryRoot(path: canonical, device: UInt64(status.st_dev), inode: UInt64(status.st_ino))
    }

    /// Whether the file system says that there is no folder, rather than that it cannot tell.
    static func isAbsent(_ path: [UInt8]) -> Bool {
        var status = stat()
        guard path.withPath({ lstat($0, &status) }) == 0 else { return errno == ENOENT || errno == ENOTDIR }
        return status.st_mode & S_IFMT != S_IFDIR
    }

    /// realpath(3), in bytes.
    static func canonical(_ path: [UInt8]) -> [UInt8]? {
        guard let resolved = path.withPath({ realpath($0, nil) }) else { return nil }
        defer { free(resolved) }
        return Array(UnsafeRawBufferPointer(start: resolved, count: strlen(resolved)))
    }

    /// What an error number means, for people.
    static func reason(_ code: CInt) -> String {
        switch code {
        case ENOENT: "there is no such folder"
        case ENOTDIR: "this is not a folder"
        case EACCES, EPERM: "permission denied"
        case ELOOP: "links lead in a circle"
        case EMFILE, ENFILE: "too many files are open"
        case EIO: "the disk reports an error"
        default: String(cString: strerror(code))
        }
    }
}

extension Array where Element == UInt8 {
    /// These bytes as a C string.
    func withPath<R>(_ body: (UnsafePointer<CChar>) -> R) -> R {
        (map { CChar(bitPattern: $0) } + [0]).withUnsafeBufferPointer { buffer in
            buffer.baseAddress.map(body) ?? body([0])
        }
    }
}
