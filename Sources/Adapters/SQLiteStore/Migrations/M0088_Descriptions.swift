import GRDB

extension Migration {
    /// The sources outside that describe artists and albums, and what they said.
    static let m0088Descriptions = Migration(name: "0088 descriptions") { db in
        try db.execute(
            sql: """
                INSERT INTO revision (area, value) VALUES ('descriptions', 0);
                CREATE TABLE description_source (
                  source TEXT NOT NULL PRIMARY KEY,
                  base TEXT NOT NULL,
                  sealed_key BLOB,
                  is_on INTEGER NOT NULL CHECK (is_on IN (0, 1))
                ) STRICT, WITHOUT ROWID;
                CREATE TABLE artist_description (
                  artist TEXT NOT NULL PRIMARY KEY REFERENCES artist (id) ON DELETE CASCADE,
                  question TEXT NOT NULL,
                  stamp TEXT NOT NULL,
                  looked_up_at INTEGER NOT NULL,
                  again_at INTEGER NOT NULL,
                  musicbrainz TEXT,
                  biography TEXT,
                  biography_page TEXT,
                  image TEXT REFERENCES image,
                  image_origin TEXT,
                  image_page TEXT
                ) STRICT, WITHOUT ROWID;
                CREATE TABLE album_description (
                  album TEXT NOT NULL PRIMARY KEY REFERENCES album (id) ON DELETE CASCADE,
                  question TEXT NOT NULL,
                  stamp TEXT NOT NULL,
                  looked_up_at INTEGER NOT NULL,
                  again_at INTEGER NOT NULL,
                  release_id TEXT,
                  release_group TEXT,
                  first_released TEXT,
                  image TEXT REFERENCES image,
                  image_origin TEXT,
                  image_page TEXT
                ) STRICT, WITHOUT ROWID;
                CREATE INDEX artist_description_image ON artist_description (image) WHERE image IS NOT NULL;
                CREATE INDEX album_description_image ON album_description (image) WHERE image IS NOT NULL;
                """)
    }
}
