import GRDB

extension Migration {
    /// Which instance the database belongs to, and what is about to be removed for good.
    ///
    /// `instance` has its one row from the first start on; the same id is beside the keys. A mark names something of a kind that nothing
    /// needs; `stopped` is how many a run would have removed that was not allowed to.
    static let m0044Cleanup = Migration(name: "0044 cleanup") { db in
        try db.execute(
            sql: """
                CREATE TABLE instance (
                  only INTEGER NOT NULL PRIMARY KEY CHECK (only = 1),
                  id TEXT NOT NULL CHECK (id <> '')
                ) STRICT;
                CREATE TABLE cleanup_mark (
                  kind TEXT NOT NULL CHECK (kind <> ''),
                  name TEXT NOT NULL CHECK (name <> ''),
                  marked_at INTEGER NOT NULL,
                  PRIMARY KEY (kind, name)
                ) STRICT, WITHOUT ROWID;
                CREATE TABLE cleanup_state (
                  kind TEXT NOT NULL PRIMARY KEY CHECK (kind <> ''),
                  ran_at INTEGER NOT NULL,
                  total INTEGER NOT NULL,
                  marked INTEGER NOT NULL,
                  removed INTEGER NOT NULL,
                  removed_at INTEGER,
                  stopped INTEGER,
                  allowed INTEGER NOT NULL DEFAULT 0 CHECK (allowed IN (0, 1))
                ) STRICT, WITHOUT ROWID;
                """)
    }
}
