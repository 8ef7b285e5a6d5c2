import Glibc
import Primitives

/// What can go wrong with an archive, in words for whoever runs the gateway.
enum BackupFailure {
    static let full = DomainError(.storageFull, "There is no room left for the backup")

    static func reading(_ path: String) -> DomainError {
        DomainError(.unavailable, "\(path) cannot be read: \(String(cString: strerror(errno)))")
    }

    static func writing() -> DomainError {
        errno == ENOSPC || errno == EDQUOT
            ? full : DomainError(.unavailable, "The backup cannot be written: \(String(cString: strerror(errno)))")
    }

    static func damaged(_ message: String) -> DomainError {
        DomainError(.conflict, message, reason: "backup_damaged")
    }
}
