package import Backups
import Foundation
import GRDB
package import Journal
package import Primitives

/// The record of backups in SQLite.
package struct SQLiteBackupStore: BackupStore {
    private static let mostRetained = 500
    private let database: SQLiteDatabase

    package init(_ database: SQLiteDatabase) {
        self.database = database
    }

    package func schedule() async throws -> BackupSchedule {
        try await database.read { db in
            guard let row = try db.row("SELECT enabled, minute, keep, with_music FROM backup_schedule") else {
                return BackupSchedule()
            }
            return BackupSchedule(
                isEnabled: row["enabled"], minute: row["minute"], keep: row["keep"], withMusic: row["with_music"])
        }
    }

    package func scheduledSince() async throws -> Timestamp {
        try await database.read { try $0.value("SELECT since FROM backup_schedule") ?? Timestamp(milliseconds: 0) }
    }

    package func set(_ schedule: BackupSchedule, journal entry: JournalEntry) async throws {
        try await database.write(.upkeep) { db in
            try db.run(
                """
                INSERT INTO backup_schedule (only, enabled, minute, keep, with_music, since) VALUES (1, ?, ?, ?, ?, ?)
                ON CONFLICT (only) DO UPDATE SET enabled = excluded.enabled, minute = excluded.minute,
                  keep = excluded.keep, with_music = excluded.with_music, since = excluded.since
                """, [schedule.isEnabled, schedule.minute, schedule.keep, schedule.withMusic, entry.at])
            try entry.append(to: db)
        }
    }

    static let latest = "SELECT * FROM backup_run ORDER BY started_at DESC, id DESC LIMIT ?"

    package func runs(limit: Int) async throws -> [BackupRun] {
        try await database.read { try $0.rows(Self.latest, [limit]).map(Self.run) }
    }

    package func begin(_ run: BackupRun, journal entry: JournalEntry) async throws {
        try await database.write(.upkeep) { db in
            try Self.save(run, db)
            try entry.append(to: db)
        }
    }

    package func finish(_ run: BackupRun, journal entry: JournalEntry) async throws {
        try await database.write(.upkeep) { db in
            try Self.save(run, db)
            try db.run(
                """
                DELETE FROM backup_run WHERE id IN
                  (SELECT id FROM backup_run ORDER BY started_at DESC, id DESC LIMIT -1 OFFSET ?)
                """, [Self.mostRetained])
            try entry.append(to: db)
        }
    }

    package func interruptRunning(at instant: Timestamp) async throws {
        try await database.write(.upkeep) { db in
            try db.run("UPDATE backup_run SET state = 'interrupted', ended_at = ? WHERE state = 'running'", [instant])
        }
    }

    package func note(
        verified file: String, at instant: Timestamp, defect: String?, journal entry: JournalEntry
    ) async throws {
        try await database.write(.upkeep) { db in
            try db.run("UPDATE backup_run SET verified_at = ?, defect = ? WHERE file = ?", [instant, defect, file])
            try entry.append(to: db)
        }
    }

    package func record(_ entry: JournalEntry) async throws {
        try await database.write(.upkeep) { db in try entry.append(to: db) }
    }

    private static func save(_ run: BackupRun, _ db: Database) throws {
        try db.run(
            """
            INSERT OR REPLACE INTO backup_run (id, kind, state, started_at, ended_at, with_music, file, size, failure,
                verified_at, defect)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """,
            [
                run.id, run.kind.rawValue, run.state.rawValue, run.startedAt, run.endedAt, run.withMusic, run.file,
                run.size, run.failure, run.verifiedAt, run.defect,
            ])
    }

    private static func run(_ row: Row) throws -> BackupRun {
        guard let kind = BackupRun.Kind(rawValue: row["kind"]), let state = BackupRun.State(rawValue: row["state"])
        else { throw AccountRows.damaged("backup_run") }
        return BackupRun(
            id: row["id"], kind: kind, startedAt: row["started_at"], withMusic: row["with_music"], state: state,
            endedAt: row["ended_at"], file: row["file"], size: row["size"], failure: row["failure"],
            verifiedAt: row["verified_at"], defect: row["defect"])
    }
}

/// Copies of a SQLite database, made by `VACUUM INTO` in one read transaction, during which others read and write. The
/// copy contains no deleted data (sqlite.org/lang_vacuum.html).
package struct SQLiteSnapshots: DatabaseSnapshots {
    /// Tables with credentials or pending credentials: nobody who has a copy may sign in with it, and a restored server
    /// starts without them. Cleanup marks are left out too: a restored server removes only items that it has itself
    /// seen unneeded for a day.
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
            // The connection is not read-only: from a read-only one SQLite 3.40 copies no table with generated columns
            // ("has 25 columns but 26 values were supplied"). It still writes nothing.
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
                    for table in Self.leftOut where try db.hasTable(table) {
                        try db.execute(sql: "DELETE FROM \(table)")
                    }
                    if try db.hasTable("backup_run") {
                        try db.execute(sql: Self.completion, arguments: [order.name, order.at])
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
            return try queue.read { db in
                let problems = try String.fetchAll(db, sql: "PRAGMA integrity_check(5)")
                guard problems == ["ok"] else { throw damaged("The database in it is damaged: \(problems[0])") }
                guard try Row.fetchOne(db, sql: "PRAGMA foreign_key_check") == nil else {
                    throw damaged("The database in it refers to rows that are not there")
                }
                try SchemaRefusal.require(of: db, known: .all, in: .backup)
                return try Self.facts(db)
            }
        }
    }

    package func journal(of copy: String, noted: JournalChain.Point) throws -> JournalVerification? {
        try Self.naming { _ in
            let queue = try DatabaseQueue(path: copy)
            defer { try? queue.close() }
            return try queue.read { db in
                guard try db.hasTable("journal_chain") else { return nil }
                return try JournalVerification.reading(noted: noted) { number, limit in
                    try SQLiteJournalStore.rows(after: number, limit: limit, db)
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
                    try db.run("UPDATE library SET path = ? WHERE id = ?", [Data(folder.utf8), id])
                    pointed.append(id)
                }
                return pointed
            }
        }
    }

    private static func facts(_ db: Database) throws -> DatabaseFacts {
        let schema =
            try db.hasTable("grdb_migrations")
            ? String.fetchAll(db, sql: "SELECT identifier FROM grdb_migrations ORDER BY identifier") : []
        // Leaves out the internal tables of full-text indexes.
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
        let journal = try db.hasTable("journal_chain") ? JournalRows.chain(db).head : nil
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
