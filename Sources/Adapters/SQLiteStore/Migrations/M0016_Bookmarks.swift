import GRDB

extension Migration {
    static let m0016Bookmarks = Migration(name: "0016 bookmarks") { db in
        try db.execute(
            sql: """
                CREATE TABLE bookmark (
                  account TEXT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
                  track TEXT NOT NULL REFERENCES track (id) ON DELETE CASCADE,
                  position_ms INTEGER NOT NULL CHECK (position_ms >= 0),
                  comment TEXT CHECK (comment <> ''),
                  created_at INTEGER NOT NULL,
                  changed_at INTEGER NOT NULL,
                  PRIMARY KEY (account, track)
                ) STRICT, WITHOUT ROWID;
                CREATE INDEX bookmark_recent ON bookmark (account, changed_at, track);
                CREATE INDEX bookmark_track ON bookmark (track);
                """)
    }
}
