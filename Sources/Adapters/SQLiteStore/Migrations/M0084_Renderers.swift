import GRDB

extension Migration {
    /// The renderers of the local network that admins allow. Their queues are those of speakers with the same ids.
    static let m0084Renderers = Migration(name: "0084 renderers") { db in
        try db.execute(
            sql: """
                CREATE TABLE renderer (
                  id TEXT NOT NULL PRIMARY KEY,
                  name TEXT NOT NULL CHECK (name <> ''),
                  allowed_at INTEGER NOT NULL
                ) STRICT, WITHOUT ROWID;
                """)
    }
}
