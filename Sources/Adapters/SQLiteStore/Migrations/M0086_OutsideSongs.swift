import GRDB

extension Migration {
    /// A playlist of any origin awaits songs; one that was found in the outside catalog has its number there.
    static let m0086OutsideSongs = Migration(name: "0086 outside songs") { db in
        try db.execute(
            sql: """
                ALTER TABLE imported_song RENAME TO imported_song_before;
                CREATE TABLE imported_song (
                  id TEXT NOT NULL PRIMARY KEY,
                  playlist TEXT NOT NULL REFERENCES playlist (id) ON DELETE CASCADE,
                  place INTEGER NOT NULL,
                  song_key TEXT NOT NULL,
                  title TEXT NOT NULL CHECK (title <> ''),
                  artist TEXT NOT NULL,
                  album TEXT,
                  duration_ms INTEGER,
                  isrc TEXT,
                  recording TEXT,
                  base_title TEXT NOT NULL,
                  state TEXT NOT NULL
                    CHECK (state IN ('exact', 'sure', 'likely', 'chosen', 'awaited', 'refused')),
                  entry TEXT,
                  outside INTEGER,
                  UNIQUE (playlist, song_key),
                  CHECK ((entry IS NULL) = (state IN ('awaited', 'refused'))),
                  FOREIGN KEY (playlist, entry) REFERENCES playlist_entry (playlist, id) ON DELETE CASCADE
                ) STRICT;
                INSERT INTO imported_song
                  (id, playlist, place, song_key, title, artist, album, duration_ms, isrc, recording, base_title, state,
                  entry)
                SELECT id, playlist, place, song_key, title, artist, album, duration_ms, isrc, recording, base_title,
                  state, entry FROM imported_song_before;
                DROP TABLE imported_song_before;
                CREATE INDEX imported_song_order ON imported_song (playlist, place, id);
                CREATE INDEX imported_song_entry ON imported_song (playlist, entry);
                CREATE INDEX imported_song_awaited ON imported_song (base_title) WHERE entry IS NULL;
                CREATE INDEX imported_song_awaited_isrc ON imported_song (isrc)
                  WHERE entry IS NULL AND isrc IS NOT NULL;
                CREATE INDEX imported_song_awaited_recording ON imported_song (recording)
                  WHERE entry IS NULL AND recording IS NOT NULL;
                """)
    }
}
