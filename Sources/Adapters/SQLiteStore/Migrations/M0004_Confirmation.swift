import GRDB

extension Migration {
    /// Sessions from before count as confirmed when they were opened.
    static let m0004Confirmation = Migration(name: "0004 confirmation") { db in
        try db.execute(
            sql: """
                ALTER TABLE session ADD COLUMN confirmed_at INTEGER NOT NULL DEFAULT 0;
                UPDATE session SET confirmed_at = created_at;
                """)
    }
}
