import GRDB

extension Migration {
    /// Comments that users pin to moments of tracks. They go with their author and with their track.
    static let m0080Moments = Migration(name: "0080 moments") { db in
        try db.execute(
            sql: """
                CREATE TABLE moment (
                  id TEXT NOT NULL PRIMARY KEY,
                  account TEXT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
                  track TEXT NOT NULL REFERENCES track (id) ON DELETE CASCADE,
                  position_ms INTEGER NOT NULL CHECK (position_ms >= 0),
                  text TEXT NOT NULL CHECK (text <> ''),
                  created_at INTEGER NOT NULL,
                  edited_at INTEGER,
                  hidden_at INTEGER,
                  hidden_by TEXT REFERENCES account (id) ON DELETE SET NULL,
                  hidden_reason TEXT,
                  CHECK ((hidden_at IS NULL) = (hidden_reason IS NULL))
                ) STRICT;
                CREATE INDEX moment_by_position ON moment (track, position_ms, id);
                CREATE INDEX moment_by_author ON moment (account, track);
                CREATE INDEX moment_by_moderator ON moment (hidden_by) WHERE hidden_by IS NOT NULL;
                """)
    }
}
