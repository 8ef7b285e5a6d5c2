import GRDB

extension Migration {
    /// The songs of playlists that were brought from other services, as those described them. One that the library has
    /// belongs to an entry and goes with it; one that it lacks is awaited at its place.
    static let m0085ImportedSongs = Migration(name: "0085 imported songs") { db in
        try db.execute(
            sql: """
                CREATE TABLE imported_playlist (
                  playlist TEXT NOT NULL PRIMARY KEY REFERENCES playlist (id) ON DELETE CASCADE,
                  account TEXT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
                  source TEXT NOT NULL,
                  name TEXT NOT NULL,
                  UNIQUE (account, source, name)
                ) STRICT, WITHOUT ROWID;
                CREATE TABLE imported_song (
                  id TEXT NOT NULL PRIMARY KEY,
                  playlist TEXT NOT NULL REFERENCES imported_playlist (playlist) ON DELETE CASCADE,
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
                  UNIQUE (playlist, song_key),
                  CHECK ((entry IS NULL) = (state IN ('awaited', 'refused'))),
                  FOREIGN KEY (playlist, entry) REFERENCES playlist_entry (playlist, id) ON DELETE CASCADE
                ) STRICT;
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
