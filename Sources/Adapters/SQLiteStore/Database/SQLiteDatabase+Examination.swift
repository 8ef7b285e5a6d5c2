package import Backups
import Foundation
import GRDB
import GRDBSQLite
package import Primitives

/// Examines a database file before it is opened. Each call only reads, and blocks.
extension SQLiteDatabase {
    /// The thoroughness of an examination.
    package enum Examination: Sendable, Equatable {
        /// Every page, and the consistency of indexes and references with their rows (`integrity_check`,
        /// `foreign_key_check`).
        case whole
        /// Every page, but not the consistency of indexes with their rows (`quick_check`): takes about a third of the
        /// time.
        case quick
    }

    /// The identity of the instance that the database belongs to. An empty file is never opened: SQLite would delete
    /// the log beside it.
    package static func identity(at path: String) throws -> DatabaseIdentity {
        guard size(of: path) > 0 else { return .missing }
        return try reading(path) { db in
            guard try db.hasTable("grdb_migrations"), try db.hasTable("account") else { return .missing }
            let keys = try String.fetchSet(
                db, sql: "SELECT DISTINCT password_key_id FROM account WHERE password_key_id IS NOT NULL")
            return .present(
                instance: try db.hasTable("instance")
                    ? String.fetchOne(db, sql: "SELECT id FROM instance") : nil, passwordKeys: keys,
                deviceKeys: try db.hasTable("device_key")
                    ? Int.fetchOne(db, sql: "SELECT count(*) FROM device_key") ?? 0 : 0)
        }
    }

    /// Throws where this version cannot use the schema of the database, as `open` does. A file that is missing or empty
    /// has none.
    package static func requireUsableSchema(at path: String) throws {
        try requireUsableSchema(at: path, known: .all)
    }

    static func requireUsableSchema(at path: String, known: [Migration]) throws {
        guard size(of: path) > 0 else { return }
        try reading(path) { try SchemaRefusal.require(of: $0, known: known, in: .folder) }
    }

    /// The problems of the file; empty if there are none.
    package static func problems(at path: String, _ examination: Examination) throws -> [String] {
        do {
            return try reading(path) { db in
                let pragma = examination == .whole ? "integrity_check(10)" : "quick_check(10)"
                let found = try String.fetchAll(db, sql: "PRAGMA \(pragma)")
                guard found == ["ok"] else { return found.isEmpty ? ["It cannot be examined"] : found }
                guard examination == .whole, let row = try Row.fetchOne(db, sql: "PRAGMA foreign_key_check") else {
                    return []
                }
                return ["A row of \(row["table"] as String? ?? "a table") refers to one that is not there"]
            }
        } catch let error as DomainError where error.reason == "database_corrupt" {
            return [error.message]
        }
    }

    /// Reads the whole file, and throws `unavailable` where the disk does not give a part of it: SQLite reports that as
    /// damage too (`SQLITE_IOERR_CORRUPTFS`). It is read by SQLite's own handle, as closing another one would end the
    /// locks of this process.
    static func requireReadable(_ path: String) throws(DomainError) {
        var connection: OpaquePointer?
        var handle: UnsafeMutablePointer<sqlite3_file>?
        defer { sqlite3_close(connection) }
        guard sqlite3_open_v2(path, &connection, SQLITE_OPEN_READONLY, nil) == SQLITE_OK,
            sqlite3_file_control(connection, "main", SQLITE_FCNTL_FILE_POINTER, &handle) == SQLITE_OK,
            let handle, let methods = handle.pointee.pMethods?.pointee
        else { throw .unreadable }
        var size: sqlite3_int64 = 0
        guard methods.xFileSize(handle, &size) == SQLITE_OK else { throw .unreadable }
        var part = [UInt8](repeating: 0, count: 1 << 20)
        for offset in stride(from: 0, to: size, by: part.count) {
            let count = CInt(min(size - offset, sqlite3_int64(part.count)))
            guard methods.xRead(handle, &part, count, offset) == SQLITE_OK else { throw .unreadable }
        }
    }

    /// The bytes of the database and its log.
    package static func size(of path: String) -> Int64 {
        let facts = try? FileManager.default.attributesOfItem(atPath: path)
        return (facts?[.size] as? NSNumber)?.int64Value ?? 0
    }

    /// The message about a damaged database.
    package static func damage(_ problems: [String], at path: String, backups: String) -> DomainError {
        let data = (path as NSString).deletingLastPathComponent
        return DomainError(
            .unavailable,
            "The database \(path) is damaged: \(problems.first ?? "it cannot be read"). Nothing was written. Keep the file, "
                + "and restore a backup: rondo restore BACKUP --data \(data) --replace (backups are stored in \(backups)); "
                + "the file is moved into a folder replaced-…, not deleted.",
            reason: "database_corrupt")
    }

    /// The instance's id. Stores `id` if it had none.
    package func pair(with id: String) async throws -> String {
        let known: String? = try await read { try $0.value("SELECT id FROM instance") }
        if let known { return known }
        return try await write(.upkeep) { db in
            try db.run("INSERT INTO instance (only, id) VALUES (1, ?) ON CONFLICT DO NOTHING", [id])
            return try db.value("SELECT id FROM instance") ?? id
        }
    }

    /// Connections that read little. These settings parse no schema, which takes milliseconds; a cache size would.
    static var readOnly: Configuration {
        var configuration = Configuration()
        configuration.readonly = true
        configuration.busyMode = .timeout(busyTimeout / .seconds(1))
        configuration.prepareDatabase { try $0.execute(sql: "PRAGMA mmap_size = 0; PRAGMA cell_size_check = ON;") }
        return configuration
    }

    private static func reading<R>(_ path: String, _ body: (Database) throws -> R) throws -> R {
        prepareSQLite
        do {
            let queue = try DatabaseQueue(path: path, configuration: readOnly)
            defer { try? queue.close() }
            return try queue.read(body)
        } catch let error as DatabaseError {
            throw DomainError(error)
        }
    }
}

extension Database {
    /// Whether there is a table. GRDB's `tableExists` would load the whole schema for it.
    func hasTable(_ name: String) throws -> Bool {
        try Bool.fetchOne(
            self, sql: "SELECT EXISTS (SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ? COLLATE NOCASE)",
            arguments: [name]) ?? false
    }
}
