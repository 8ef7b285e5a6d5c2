import GRDB

extension Migration {
    /// The speakers that people share, with their queues.
    ///
    /// Nobody's name is with the songs: they play for a room. A song that leaves the catalog leaves a gap between the
    /// places.
    static let m0081Speakers = Migration(name: "0081 speakers") { db in
        try db.execute(
            sql: """
                CREATE TABLE speaker (
                  id TEXT NOT NULL PRIMARY KEY,
                  current_place INTEGER NOT NULL CHECK (current_place >= 0),
                  position_ms INTEGER NOT NULL CHECK (position_ms >= 0),
                  volume INTEGER NOT NULL CHECK (volume BETWEEN 0 AND 100),
                  repeats TEXT NOT NULL CHECK (repeats IN ('off', 'all', 'one')),
                  is_shuffled INTEGER NOT NULL CHECK (is_shuffled IN (0, 1)),
                  updated_at INTEGER NOT NULL
                ) STRICT, WITHOUT ROWID;
                CREATE TABLE speaker_track (
                  speaker TEXT NOT NULL REFERENCES speaker (id) ON DELETE CASCADE,
                  place INTEGER NOT NULL,
                  track TEXT NOT NULL REFERENCES track (id) ON DELETE CASCADE,
                  PRIMARY KEY (speaker, place)
                ) STRICT, WITHOUT ROWID;
                CREATE INDEX speaker_track_track ON speaker_track (track);
                """)
    }
}
