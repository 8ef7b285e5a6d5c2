import Glibc
import Primitives
import SystemPackage

/// The names of the entries of an archive.
///
/// - `rondo-backup.json`: the description of the backup (`BackupContents`), always first
/// - `database/rondo.sqlite`
/// - `keys/secret.key`, `keys/device-keys.key`
/// - `images/ab/cdef…`
/// - `quarantine/…`: submitted files that await a decision
/// - `music/LIBRARY/…`
/// - `SHA256SUMS`: always last
enum BackupLayout {
    static let contents = "rondo-backup.json"
    static let database = "database/rondo.sqlite"
    static let folders = ["keys", "images", "quarantine", "music"]

    /// Whether a backup can contain an entry of this name, besides its first and its last.
    static func allows(_ name: [UInt8]) -> Bool {
        if name == Array(database.utf8) { return true }
        let parts = name.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        guard parts.count >= 2, parts.count <= 200,
            folders.contains(where: { parts[0].elementsEqual($0.utf8) })
        else { return false }
        return parts.allSatisfy { part in
            (1...255).contains(part.count) && !part.elementsEqual(".".utf8) && !part.elementsEqual("..".utf8)
        }
    }
}

/// The paths of the server's data that a backup contains.
package struct BackupPlaces: Sendable {
    /// The data folder.
    package let data: String
    /// The folder of the archives.
    package let folder: String
    package let lock: String

    package init(data: String, folder: String, lock: String) {
        self.data = data
        self.folder = folder
        self.lock = lock
    }

    static let database = "rondo.sqlite"

    /// The folder of restored data before it is put in place.
    var restoring: String { data + "/restoring" }
    /// The last file of a complete restoration. Without it, `restoring` is only partly unpacked.
    var ready: String { restoring + "/ready.json" }
}

/// The errors of making and reading an archive, worded for the server's operator.
enum BackupFailure {
    static let full = DomainError(.storageFull, "There is no room left for the backup")

    static func reading(_ path: String) -> DomainError {
        DomainError(.unavailable, "\(path) cannot be read: \(String(cString: strerror(errno)))")
    }

    static func writing(_ code: CInt = errno) -> DomainError {
        code == ENOSPC || code == EDQUOT
            ? full : DomainError(.unavailable, "The backup cannot be written: \(String(cString: strerror(code)))")
    }

    /// Writes all of the bytes, or throws `writing`.
    static func write(_ bytes: some Sequence<UInt8>, to descriptor: CInt) throws(DomainError) {
        do {
            try FileDescriptor(rawValue: descriptor).writeAll(bytes)
        } catch {
            throw writing((error as? Errno)?.rawValue ?? EIO)
        }
    }

    static func damaged(_ message: String) -> DomainError {
        DomainError(.conflict, message, reason: "backup_damaged")
    }
}
