import GRDB

extension Migration {
    /// What moderators have corrected about tracks, and who corrected what.
    ///
    /// `corrections` and `file` hold the coded form of the application's `TrackEdit`: what differs from the file, and what the file
    /// itself says. Covers have columns of their own, so that it is known which images are in use. Like the journal, the history names
    /// who did it without a reference: it outlives accounts. `seq` is the order in which corrections took effect, which times are too coarse for.
    static let m0009Edits = Migration(name: "0009 edits") { db in
        try db.execute(
            sql: """
                CREATE TABLE track_edit (
                  track TEXT NOT NULL PRIMARY KEY REFERENCES track (id) ON DELETE CASCADE,
                  corrections TEXT NOT NULL CHECK (json_type(corrections) = 'object'),
                  cover TEXT REFERENCES image,
                  file TEXT NOT NULL CHECK (json_type(file) = 'object')
                ) STRICT, WITHOUT ROWID;
                CREATE TABLE track_edit_history (
                  seq INTEGER PRIMARY KEY,
                  id TEXT NOT NULL UNIQUE,
                  track TEXT NOT NULL REFERENCES track (id) ON DELETE CASCADE,
                  account TEXT,
                  at INTEGER NOT NULL,
                  before TEXT NOT NULL CHECK (json_type(before) = 'object'),
                  cover_before TEXT REFERENCES image,
                  after TEXT NOT NULL CHECK (json_type(after) = 'object'),
                  cover_after TEXT REFERENCES image,
                  file TEXT NOT NULL CHECK (json_type(file) = 'object'),
                  undoes TEXT REFERENCES track_edit_history (id) ON DELETE CASCADE
                ) STRICT;
                CREATE INDEX track_edit_history_by_track ON track_edit_history (track, seq);
                CREATE INDEX track_edit_history_by_undone ON track_edit_history (undoes) WHERE undoes IS NOT NULL;
                """)
    }
}
