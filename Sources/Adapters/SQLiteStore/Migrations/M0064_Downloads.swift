import GRDB

extension Migration {
    /// Whether a plan allows downloads: of those that there are, every one does.
    static let m0064Downloads = Migration(name: "0064 downloads") { db in
        try db.execute(
            sql: """
                ALTER TABLE plan ADD COLUMN allows_downloads INTEGER NOT NULL DEFAULT 1 CHECK (allows_downloads IN (0, 1));
                """)
    }
}
