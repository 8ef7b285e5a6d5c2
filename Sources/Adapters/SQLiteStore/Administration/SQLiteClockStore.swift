import Administration
import GRDB
package import Journal
package import Primitives

/// The last known wall-clock time in SQLite.
package struct SQLiteClockStore: ClockStore {
    private let database: SQLiteDatabase

    package init(_ database: SQLiteDatabase) {
        self.database = database
    }

    package func record() async throws -> (record: ClockRecord, accepted: Int)? {
        try await database.read { db in
            try db.row("SELECT time, uptime, boot, accepted FROM clock_record").map { row in
                let uptime = Duration.milliseconds(row["uptime"] as Int64)
                return (ClockRecord(time: row["time"], uptime: uptime, boot: row["boot"]), row["accepted"])
            }
        }
    }

    /// Whether the journal has any entry: then the database is older than this process.
    package func isUsed() async throws -> Bool {
        try await database.read { try $0.value("SELECT EXISTS (SELECT 1 FROM journal)") ?? false }
    }

    package func note(_ record: ClockRecord, accepted: Int) async throws {
        try await database.write(.upkeep) { db in
            let known: Int = try db.value("SELECT accepted FROM clock_record") ?? 0
            if known == accepted { try Self.write(record, db) }
        }
    }

    package func accept(_ record: ClockRecord, journal entry: JournalEntry) async throws -> Int {
        try await database.write(.upkeep) { db in
            try Self.write(record, db)
            try entry.append(to: db)
            return try db.value("UPDATE clock_record SET accepted = accepted + 1 RETURNING accepted") ?? 1
        }
    }

    private static func write(_ record: ClockRecord, _ db: Database) throws {
        try db.run(
            """
            INSERT INTO clock_record (only, time, uptime, boot) VALUES (1, ?1, ?2, ?3)
            ON CONFLICT (only) DO UPDATE SET time = ?1, uptime = ?2, boot = ?3
            """, [record.time, record.uptime.wholeMilliseconds, record.boot])
    }
}
