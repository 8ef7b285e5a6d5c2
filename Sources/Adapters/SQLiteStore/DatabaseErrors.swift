import GRDB
import Primitives

extension DomainError {
    /// What a caller may know of an error that SQLite reported. Constraint violations that a store expects are caught
    /// by it before.
    init(_ error: DatabaseError) {
        switch error.resultCode {
        case .SQLITE_FULL:
            self.init(.storageFull, "There is no room left on the disk")
        case .SQLITE_BUSY, .SQLITE_LOCKED:
            self.init(.unavailable, "The database is busy", reason: "database_busy", retryAfter: .seconds(2))
        case .SQLITE_CORRUPT, .SQLITE_NOTADB:
            self.init(.unavailable, "The database is damaged; restore a backup", reason: "database_corrupt")
        case .SQLITE_IOERR, .SQLITE_CANTOPEN, .SQLITE_NOMEM, .SQLITE_READONLY, .SQLITE_PROTOCOL:
            self.init(
                .unavailable, "The database cannot be reached at the moment", reason: "disk_error",
                retryAfter: .seconds(5))
        case .SQLITE_CONSTRAINT:
            self.init(.conflict, "This contradicts what is stored", reason: "constraint")
        default:
            self.init(.unavailable, "The database refused this: \(error.resultCode)", reason: "database_error")
        }
    }
}
