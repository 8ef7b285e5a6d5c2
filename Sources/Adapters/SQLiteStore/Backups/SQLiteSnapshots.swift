package import Backups
import Foundation
import GRDB
package import Journal
import Primitives

/// Copies of a SQLite database, made by `VACUUM INTO`: one read transaction, beside which others read and write, and nothing of what was
/// once deleted in the copy (sqlite.org/lang_vacuum.html).
package struct SQLiteSnapshots: DatabaseSnapshots {
    /// What lets somebody in, or is about to: whoever has a copy shall not come in by it, and a restored gateway begins without.
    /// So is what was about to be removed: in a restored instance nothing is removed that was not seen to be unneeded there for a day.
    private static let leftOut = [
        "session", "account_link", "sign_in_step", "outgoing_mail", "email_undo", "cleanup_mark", "cleanup_state",
        "clock_record",
    ]

    private static let completion = """
        UPDATE backup_run SET state = 'done', ended_at = started_at, file = ? WHERE state = 'running' AND started_at = ?
        """

    private let path: String

    /// - Parameter path: of the database.
    package init(path: String) {
        self.path = path
    }

    package func take(to copy: String, for order: BackupOptions) throws -> DatabaseFacts {
        try Self.naming { _ in
            // Not read-only: from such a connection SQLite 3.40 copies no table with generated columns ("has 25 columns but 26 values were
            // supplied"). Nothing is written all the same.
            var configuration = Configuration()
            configuration.busyMode = .timeout(30)
            let source = try DatabaseQueue(path: path, configuration: configuration)
            try source.writeWithoutTransaction { try $0.execute(sql: "VACUUM INTO ?", arguments: [copy]) }
            try source.close()
            let queue = try DatabaseQueue(path: copy)
            defer { try? queue.close() }
            return try queue.writeWithoutTransaction { db in
                try db.execute(sql: "PRAGMA secure_delete = ON; PRAGMA journal_mode = DELETE;")
                try db.inTransaction {
                    for table in Self.leftOut where try db.tableExists(table) {
                        try db.execute(sql: "DELETE FROM \(table)")
                    }
                    // The backup of an older schema may know of no runs.
                    if try db.tableExists("backup_run") {
                        try db.execute(
                            sql: Self.completion, arguments: [order.name, order.at.milliseconds])
                    }
                    return .commit
                }
                return try Self.facts(db)
            }
        }
    }

    package func examine(_ copy: String) throws -> DatabaseFacts {
        try Self.naming { damaged in
            let queue = try DatabaseQueue(path: copy)
            defer { try? queue.close() }
            let facts = try queue.read { db in
                let problems = try String.fetchAll(db, sql: "PRAGMA integrity_check(5)")
                guard problems == ["ok"] else { throw damaged("The database in it is damaged: \(problems[0])") }
                guard try Row.fetchOne(db, sql: "PRAGMA foreign_key_check") == nil else {
                    throw damaged("The database in it refers to rows that are not there")
                }
                return try Self.facts(db)
            }
            let known = Set([Migration].all.map(\.name))
            guard known.isSuperset(of: facts.schema) else {
                throw DomainError(
                    .conflict, "The backup was made by a newer version of Rondo; restore it with that version",
                    reason: "schema_newer")
            }
            return facts
        }
    }

    package func journal(of copy: String, noted: JournalChain.Point) throws -> JournalVerification? {
        try Self.naming { _ in
            let queue = try DatabaseQueue(path: copy)
            defer { try? queue.close() }
            return try queue.read { db in
                guard try db.tableExists("journal_chain") else { return nil }
                return try JournalVerification.reading(noted: noted) { number, limit in
                    try SQLiteJournalStore.stretch(after: number, limit: limit, db)
                }
            }
        }
    }

    package func adopt(_ copy: String, music: (String) -> String?) throws -> [String] {
        try Self.naming { _ in
            try SQLiteDatabase.open(path: copy).close()
            let queue = try DatabaseQueue(path: copy)
            defer { try? queue.close() }
            return try queue.write { db in
                var pointed: [String] = []
                for row in try Row.fetchAll(db, sql: "SELECT id, path FROM library WHERE removed_at IS NULL") {
                    let (id, path): (String, Data) = (row["id"], row["path"])
                    guard !FileManager.default.fileExists(atPath: String(decoding: path, as: UTF8.self)),
                        let folder = music(id)
                    else { continue }
                    try db.execute(
                        sql: "UPDATE library SET path = ? WHERE id = ?", arguments: [Data(folder.utf8), id])
                    pointed.append(id)
                }
                return pointed
            }
        }
    }

    private static func facts(_ db: Database) throws -> DatabaseFacts {
        let schema =
            try db.tableExists("grdb_migrations")
            ? String.fetchAll(db, sql: "SELECT identifier FROM grdb_migrations ORDER BY identifier") : []
        // Without the tables that full-text indexes keep for themselves.
        let tables = try String.fetchAll(
            db,
            sql: """
                SELECT name FROM pragma_table_list
                WHERE schema = 'main' AND type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'
                """)
        var rows: [String: Int64] = [:]
        for table in tables {
            rows[table] = try Int64.fetchOne(db, sql: "SELECT count(*) FROM \(table.quotedDatabaseIdentifier)") ?? 0
        }
        let journal = try db.tableExists("journal_chain") ? JournalRows.chain(db).head : nil
        return DatabaseFacts(schema: schema, rows: rows, journal: journal)
    }

    private static func naming<R>(_ body: ((String) -> DomainError) throws -> R) throws -> R {
        func damaged(_ message: String) -> DomainError { DomainError(.conflict, message, reason: "backup_damaged") }
        do {
            return try body(damaged)
        } catch let error as DatabaseError
            where [.SQLITE_CORRUPT, .SQLITE_NOTADB, .SQLITE_ERROR].contains(error.resultCode)
        {
            throw damaged("The database in it cannot be read")
        } catch let error as DatabaseError {
            throw DomainError(error)
        }
    }
}
