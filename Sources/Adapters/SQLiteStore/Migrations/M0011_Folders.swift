import GRDB

extension Migration {
    /// Folders as the disk has them, and numbers for libraries.
    ///
    /// A folder's row is made when a track is written into it and stays when the last one has gone, so that it is the same folder when
    /// something comes back: whether there is music in or below it is asked of the tracks. The table begins empty; the application fills
    /// it when it opens the database, because sort keys are its business.
    static let m0011Folders = Migration(name: "0011 folders") { db in
        try db.execute(
            sql: """
                ALTER TABLE library ADD COLUMN number INTEGER NOT NULL DEFAULT 0 CHECK (number >= 0);
                UPDATE library SET number = (SELECT count(*) FROM library l
                  WHERE (l.added_at, l.id) <= (library.added_at, library.id));
                CREATE UNIQUE INDEX library_by_number ON library (number) WHERE number > 0;

                CREATE TABLE folder (
                  id TEXT NOT NULL PRIMARY KEY,
                  library TEXT NOT NULL REFERENCES library ON DELETE CASCADE,
                  parent TEXT REFERENCES folder ON DELETE CASCADE,
                  path BLOB NOT NULL,
                  name TEXT NOT NULL,
                  sort_key TEXT NOT NULL,
                  UNIQUE (library, path),
                  CHECK ((parent IS NULL) = (length(path) = 0))
                ) STRICT;
                CREATE INDEX folder_by_name ON folder (parent, sort_key, id);

                CREATE INDEX track_of_named_disc ON track (album, disc_order, disc_subtitle)
                  WHERE missing_since IS NULL AND disc_subtitle IS NOT NULL;
                """)
    }
}
