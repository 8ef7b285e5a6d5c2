import GRDB

extension Migration {
    /// What is removed leaves its row behind.
    ///
    /// A library that was removed keeps its tracks, as missing ones, so that what people have heard stays in their history, and so that
    /// the same folder, added again, finds them. An image whose file was swept (`swept_at`) keeps its row because six columns without
    /// an index refer to images: to delete one, SQLite would search them all. `seen_at` is when a scan last asked for it, which
    /// spares it from being swept before that scan has written what refers to it.
    static let m0005Removal = Migration(name: "0005 removal") { db in
        try db.execute(
            sql: """
                ALTER TABLE library ADD COLUMN removed_at INTEGER;
                ALTER TABLE image ADD COLUMN seen_at INTEGER NOT NULL DEFAULT 0;
                ALTER TABLE image ADD COLUMN swept_at INTEGER;
                """)
    }
}
