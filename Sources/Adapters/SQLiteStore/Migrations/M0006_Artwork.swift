import GRDB

extension Migration {
    /// What is known of pictures, and the pictures of artists.
    ///
    /// `image_facts` is about content, whoever refers to it: covers, artists' pictures and profile pictures alike.
    /// `colors` is `rrggbb:thousandths`, separated by spaces. A picture with a `problem` cannot be shown; it may be tried
    /// again from `retry_at` on, never when that is null.
    static let m0006Artwork = Migration(name: "0006 artwork") { db in
        try db.execute(
            sql: """
                CREATE TABLE image_facts (
                  key TEXT NOT NULL PRIMARY KEY CHECK (length(key) = 64),
                  width INTEGER CHECK (width > 0),
                  height INTEGER CHECK (height > 0),
                  colors TEXT,
                  problem TEXT,
                  retry_at INTEGER,
                  CHECK ((problem IS NULL) = (width IS NOT NULL)),
                  CHECK ((width IS NULL) = (height IS NULL) AND (width IS NULL) = (colors IS NULL))
                ) STRICT, WITHOUT ROWID;
                CREATE INDEX image_facts_to_retry ON image_facts (retry_at) WHERE retry_at IS NOT NULL;

                CREATE TABLE folder_artist_image (
                  library TEXT NOT NULL REFERENCES library ON DELETE CASCADE,
                  folder BLOB NOT NULL,
                  name BLOB NOT NULL,
                  size INTEGER NOT NULL,
                  modified_ns INTEGER NOT NULL,
                  inode INTEGER NOT NULL,
                  image TEXT REFERENCES image,
                  PRIMARY KEY (library, folder)
                ) STRICT, WITHOUT ROWID;
                ALTER TABLE artist ADD COLUMN image TEXT REFERENCES image;
                """)
    }
}
