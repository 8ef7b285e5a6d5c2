import GRDB

extension Migration {
    /// Playlists that rules fill. `rules` is the application's `SmartRules` as JSON.
    ///
    /// `track_rules` holds what rules most often ask of tracks, so that looking through all of them reads an index a tenth as long as the
    /// table. `missing_since` is in it although it is always null there: SQLite asks for it.
    static let m0027SmartPlaylists = Migration(name: "0027 smart playlists") { db in
        try db.execute(
            sql: """
                CREATE TABLE smart_playlist (
                  playlist TEXT NOT NULL PRIMARY KEY REFERENCES playlist ON DELETE CASCADE,
                  rules TEXT NOT NULL CHECK (json_type(rules) = 'object')
                ) STRICT, WITHOUT ROWID;
                CREATE INDEX track_rules ON track (
                  added_at, id, year_order, duration_ms, bitrate, bpm, is_compilation, codec, bit_depth, date, library, album,
                  missing_since
                ) WHERE missing_since IS NULL;
                """)
    }
}
