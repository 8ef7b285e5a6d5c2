import GRDB

extension Migration {
    /// The files that the server writes beside the music from what users wrote. `text` is the file's text, or the one that it is about to
    /// get, and `placed` the one before, both empty for none. `version` is the version that was last written; null while it is being written.
    /// `folder` and `name` are those of the music file then.
    static let m0073LyricsSidecars = Migration(name: "0073 lyrics sidecars") { db in
        try db.execute(
            sql: """
                CREATE TABLE lyrics_sidecar (
                  track TEXT NOT NULL PRIMARY KEY REFERENCES track (id) ON DELETE CASCADE,
                  version TEXT,
                  library TEXT NOT NULL REFERENCES library (id) ON DELETE CASCADE,
                  folder BLOB NOT NULL,
                  name BLOB NOT NULL,
                  text TEXT NOT NULL,
                  placed TEXT NOT NULL,
                  failure TEXT CHECK (failure <> ''),
                  at INTEGER NOT NULL
                ) STRICT;
                CREATE INDEX lyrics_sidecar_by_library ON lyrics_sidecar (library);
                """)
    }
}
