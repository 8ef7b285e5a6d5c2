import Glibc
import Primitives

/// A file of one megabyte in the data folder, which is deleted for a start on a full disk. SQLite has to write a little
/// to open a database that was closed properly; after that music can be served.
struct DiskReserve {
    private static let size: off_t = 1 << 20

    let path: String

    /// Creates the file where it is missing.
    func keep() throws(DomainError) {
        let present = open(path, O_RDONLY | O_CLOEXEC)
        if present >= 0 {
            defer { close(present) }
            if lseek(present, 0, SEEK_END) >= Self.size { return }
        }
        let draft = path + ".new"
        unlink(draft)
        let file = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw Self.failure(path, errno) }
        let code = posix_fallocate(file, 0, Self.size)
        close(file)
        guard code == 0, rename(draft, path) == 0 else {
            unlink(draft)
            throw Self.failure(path, code)
        }
    }

    /// Deletes the file. True where this has freed space.
    func giveUp() -> Bool {
        unlink(path) == 0
    }

    private static func failure(_ path: String, _ code: CInt) -> DomainError {
        DomainError(
            code == ENOSPC ? .storageFull : .unavailable, "\(path) cannot be made: \(String(cString: strerror(code)))")
    }
}
