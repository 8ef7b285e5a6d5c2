import GRDB

extension Migration {
    /// Whole numbers for tracks, by which programs that know the APIs of lyrics services ask for songs, and the lyrics that providers gave.
    ///
    /// A number is never given again. `countries` is a JSON list of ISO 3166 codes, null for everywhere.
    static let m0070SongNumbers = Migration(name: "0070 song numbers") { db in
        try db.execute(
            sql: """
                CREATE TABLE track_number (
                  number INTEGER PRIMARY KEY AUTOINCREMENT,
                  track TEXT NOT NULL UNIQUE REFERENCES track (id) ON DELETE CASCADE
                ) STRICT;
                INSERT INTO track_number (track) SELECT id FROM track ORDER BY seq;
                CREATE TRIGGER track_numbered AFTER INSERT ON track BEGIN
                  INSERT INTO track_number (track) VALUES (NEW.id);
                END;
                CREATE TABLE provided_lyrics (
                  track TEXT NOT NULL REFERENCES track (id) ON DELETE CASCADE,
                  position INTEGER NOT NULL,
                  provider TEXT NOT NULL CHECK (provider <> ''),
                  language TEXT CHECK (language <> ''),
                  format TEXT NOT NULL CHECK (format <> ''),
                  content BLOB NOT NULL CHECK (length(content) > 0),
                  copyright TEXT,
                  pixel_tracking_url TEXT,
                  script_tracking_url TEXT,
                  html_tracking_url TEXT,
                  backlink_url TEXT,
                  countries TEXT CHECK (json_valid(countries)),
                  is_explicit INTEGER CHECK (is_explicit IN (0, 1)),
                  PRIMARY KEY (track, position)
                ) STRICT;
                """)
    }
}
