import GRDB

extension Migration {
    /// When people last changed their pictures; null for those who have not since this migration.
    static let m0058PictureTimes = Migration(name: "0058 picture times") { db in
        try db.execute(sql: "ALTER TABLE account ADD COLUMN picture_changed_at INTEGER")
    }
}
