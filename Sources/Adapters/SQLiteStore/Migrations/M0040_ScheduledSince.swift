import GRDB

extension Migration {
    /// When the schedule of backups was set: what would have been due before that is not made up for, also after a restart.
    static let m0040ScheduledSince = Migration(name: "0040 scheduled since") { db in
        try db.execute(sql: "ALTER TABLE backup_schedule ADD COLUMN since INTEGER NOT NULL DEFAULT 0")
    }
}
