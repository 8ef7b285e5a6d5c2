package import Backups
import GRDB
package import Journal
package import Primitives

/// What is known of backups, in SQLite.
package struct SQLiteBackupStore: BackupStore {
    private static let kept = 500
    private let database: SQLiteDatabase

    package init(_ database: SQLiteDatabase) {
        self.database = database
    }

    package func schedule() async throws -> BackupSchedule {
        try await database.read { db in
            guard
                let row = try Row.fetchOne(db, sql: "SELECT enabled, minute, keep, with_music FROM backup_schedule")
            else { return BackupSchedule() }
            return BackupSchedule(
                isEnabled: row["enabled"], minute: row["minute"], keep: row["keep"], withMusic: row["with_music"])
        }
    }

    package func scheduledSince() async throws -> Timestamp {
        try await database.read { db in
            Timestamp(milliseconds: try Int64.fetchOne(db, sql: "SELECT since FROM backup_schedule") ?? 0)
        }
    }

    package func set(_ schedule: BackupSchedule, journal entry: JournalEntry) async throws {
        try await database.write(.upkeep) { db in
            try db.execute(
                sql: """
                    INSERT INTO backup_schedule (only, enabled, minute, keep, with_music, since)
                    VALUES (1, ?, ?, ?, ?, ?)
                    ON CONFLICT (only) DO UPDATE SET enabled = excluded.enabled, minute = excluded.minute,
                      keep = excluded.keep, with_music = excluded.with_music, since = excluded.since
                    """,
                arguments: [
                    schedule.isEnabled, schedule.minute, schedule.keep, schedule.withMusic, entry.at.milliseconds,
                ])
            try entry.append(to: db)
        }
    }

    static let latest = "SELECT * FROM backup_run ORDER BY started_at DESC, id DESC LIMIT ?"

    package func runs(limit: Int) async throws -> [BackupRun] {
        try await database.read { db in
            try Row.fetchAll(db, sql: Self.latest, arguments: [limit]).map(Self.run)
        }
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
            try db.execute(
                sql: """
                    DELETE FROM backup_run WHERE id IN
                      (SELECT id FROM backup_run ORDER BY started_at DESC, id DESC LIMIT -1 OFFSET ?)
                    """, arguments: [Self.kept])
            try entry.append(to: db)
        }
    }

    package func interruptRunning(at instant: Timestamp) async throws {
        try await database.write(.upkeep) { db in
            try db.execute(
                sql: "UPDATE backup_run SET state = 'interrupted', ended_at = ? WHERE state = 'running'",
                arguments: [instant.milliseconds])
        }
    }

    package func note(
        verified file: String, at instant: Timestamp, defect: String?, journal entry: JournalEntry
    ) async throws {
        try await database.write(.upkeep) { db in
            try db.execute(
                sql: "UPDATE backup_run SET verified_at = ?, defect = ? WHERE file = ?",
                arguments: [instant.milliseconds, defect, file])
            try entry.append(to: db)
        }
    }

    package func record(_ entry: JournalEntry) async throws {
        try await database.write(.upkeep) { db in try entry.append(to: db) }
    }

    private static func save(_ run: BackupRun, _ db: Database) throws {
        try db.execute(
            sql: """
                INSERT OR REPLACE INTO backup_run (id, kind, state, started_at, ended_at, with_music, file, size, failure,
                    verified_at, defect)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                """,
            arguments: [
                run.id.rawValue, run.kind.rawValue, run.state.rawValue, run.startedAt.milliseconds,
                run.endedAt?.milliseconds, run.withMusic, run.file, run.size, run.failure,
                run.verifiedAt?.milliseconds, run.defect,
            ])
    }

    private static func run(_ row: Row) throws -> BackupRun {
        guard let kind = BackupRun.Kind(rawValue: row["kind"]), let state = BackupRun.State(rawValue: row["state"])
        else { throw AccountRows.damaged("backup_run") }
        func time(_ column: String) -> Timestamp? {
            (row[column] as Int64?).map(Timestamp.init(milliseconds:))
        }
        return BackupRun(
            id: ID(row["id"]), kind: kind, startedAt: Timestamp(milliseconds: row["started_at"]),
            withMusic: row["with_music"], state: state, endedAt: time("ended_at"), file: row["file"],
            size: row["size"], failure: row["failure"], verifiedAt: time("verified_at"), defect: row["defect"])
    }
}
