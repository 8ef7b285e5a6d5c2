extension Baseline {
    /// Libraries, their folders, pictures and scans.
    static let libraries = """
        -- A removed library keeps its tracks, as missing ones: they stay in users' histories, and the same folder finds
        -- them when it is added again.
        CREATE TABLE library (
          id TEXT NOT NULL PRIMARY KEY,
          name TEXT NOT NULL CHECK (name <> ''),
          name_key TEXT NOT NULL,
          path BLOB NOT NULL UNIQUE CHECK (length(path) > 0),
          added_at INTEGER NOT NULL,
          last_scan_at INTEGER,
          removed_at INTEGER,
          number INTEGER NOT NULL DEFAULT 0 CHECK (number >= 0)
        ) STRICT;
        CREATE UNIQUE INDEX library_by_number ON library (number) WHERE number > 0;

        -- A folder's row is made when a track is written into it and stays when the last track has gone, so that it is
        -- the same folder when a track comes back. The application fills the table, because it makes the sort keys.
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

        -- Files that could not be read.
        CREATE TABLE broken_file (
          id TEXT NOT NULL PRIMARY KEY,
          library TEXT NOT NULL REFERENCES library ON DELETE CASCADE,
          folder BLOB NOT NULL,
          name BLOB NOT NULL,
          path BLOB NOT NULL,
          size INTEGER,
          modified_ns INTEGER,
          inode INTEGER,
          reason TEXT NOT NULL,
          detail TEXT NOT NULL,
          found_at INTEGER NOT NULL,
          UNIQUE (library, folder, name)
        ) STRICT;
        CREATE INDEX broken_file_by_path ON broken_file (library, path);

        -- A swept image (`swept_at`) has no file any more, but keeps its row: several columns without an index refer to
        -- images, and SQLite would search all of them to delete one. `seen_at` is when a scan last needed it; it is not
        -- swept before that scan has written what refers to it. The indexes on columns that name images tell who may
        -- see a picture: they have each place that shows it, with whose it is.
        CREATE TABLE image (
          key TEXT NOT NULL PRIMARY KEY CHECK (length(key) = 64),
          media_type TEXT NOT NULL,
          size INTEGER NOT NULL CHECK (size > 0),
          seen_at INTEGER NOT NULL DEFAULT 0,
          swept_at INTEGER
        ) STRICT, WITHOUT ROWID;

        -- About the content of a picture, whatever refers to it. `colors` are `rrggbb:thousandths`, separated by
        -- spaces. A picture with a `problem` cannot be shown; it is tried again from `retry_at` on, never if that is
        -- null.
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

        -- The users who uploaded images.
        CREATE TABLE image_owner (
          image TEXT NOT NULL PRIMARY KEY CHECK (length(image) = 64),
          account TEXT REFERENCES account (id) ON DELETE SET NULL
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX image_owner_by_account ON image_owner (account) WHERE account IS NOT NULL;

        -- Covers beside the music.
        CREATE TABLE folder_cover (
          library TEXT NOT NULL REFERENCES library ON DELETE CASCADE,
          folder BLOB NOT NULL,
          name BLOB NOT NULL,
          size INTEGER NOT NULL,
          modified_ns INTEGER NOT NULL,
          inode INTEGER NOT NULL,
          image TEXT REFERENCES image,
          PRIMARY KEY (library, folder)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX folder_cover_by_image ON folder_cover (image, library) WHERE image IS NOT NULL;

        -- Pictures of artists beside the music.
        CREATE TABLE folder_artist_image (
          library TEXT NOT NULL REFERENCES library ON DELETE CASCADE,
          folder BLOB NOT NULL,
          name BLOB NOT NULL,
          size INTEGER NOT NULL,
          modified_ns INTEGER NOT NULL,
          inode INTEGER NOT NULL,
          image TEXT REFERENCES image,
          part TEXT GENERATED ALWAYS AS (library) VIRTUAL,
          PRIMARY KEY (library, folder)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX folder_artist_image_by_image ON folder_artist_image (image, library) WHERE image IS NOT NULL;

        -- Each run, with its progress.
        CREATE TABLE scan (
          id TEXT NOT NULL PRIMARY KEY,
          library TEXT,
          state TEXT NOT NULL CHECK (state IN ('running', 'finished', 'cancelled', 'failed')),
          step TEXT NOT NULL,
          started_at INTEGER NOT NULL,
          finished_at INTEGER,
          files_found INTEGER NOT NULL,
          files_read INTEGER NOT NULL,
          files_total INTEGER,
          added INTEGER NOT NULL,
          updated INTEGER NOT NULL,
          moved INTEGER NOT NULL,
          removed INTEGER NOT NULL,
          restored INTEGER NOT NULL,
          unchanged INTEGER NOT NULL,
          problems INTEGER NOT NULL,
          detail TEXT,
          CHECK ((state = 'running') = (finished_at IS NULL))
        ) STRICT;
        CREATE UNIQUE INDEX scan_running ON scan (state) WHERE state = 'running';
        CREATE INDEX scan_by_time ON scan (started_at, id);

        -- Artists and genres whose counts the application has to count anew.
        CREATE TABLE stale (
          kind TEXT NOT NULL CHECK (kind IN ('artist', 'genre')),
          id TEXT NOT NULL,
          PRIMARY KEY (kind, id)
        ) STRICT, WITHOUT ROWID;
        """
}
