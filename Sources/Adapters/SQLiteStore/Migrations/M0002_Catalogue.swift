import GRDB

extension Migration {
    /// Libraries, tracks, albums, artists, genres, covers and scans.
    ///
    /// `seq` exists where a full-text table needs a row number; everything else refers to `id`. Sort keys (`…_key`) and
    /// folded names are made by the application. A track with `missing_since` is in no list, and an album, artist or
    /// genre without tracks keeps its row, and so its id, with a count of 0.
    static let m0002Catalogue = Migration(name: "0002 catalogue") { db in
        try db.execute(sql: libraries)
        try db.execute(sql: groups)
        try db.execute(sql: tracks)
        try db.execute(sql: links)
        try db.execute(sql: scans)
    }

    private static let libraries = """
        CREATE TABLE library (
          id TEXT NOT NULL PRIMARY KEY,
          name TEXT NOT NULL CHECK (name <> ''),
          name_key TEXT NOT NULL,
          path BLOB NOT NULL UNIQUE CHECK (length(path) > 0),
          added_at INTEGER NOT NULL,
          last_scan_at INTEGER
        ) STRICT;
        CREATE TABLE image (
          key TEXT NOT NULL PRIMARY KEY CHECK (length(key) = 64),
          media_type TEXT NOT NULL,
          size INTEGER NOT NULL CHECK (size > 0)
        ) STRICT, WITHOUT ROWID;
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
        """

    private static let groups = """
        CREATE TABLE artist (
          seq INTEGER PRIMARY KEY,
          id TEXT NOT NULL UNIQUE,
          folded TEXT NOT NULL CHECK (folded <> ''),
          musicbrainz TEXT,
          name TEXT NOT NULL,
          sort_name TEXT,
          sort_key TEXT NOT NULL,
          search_name TEXT NOT NULL,
          is_listed INTEGER NOT NULL DEFAULT 0 CHECK (is_listed IN (0, 1)),
          album_count INTEGER NOT NULL DEFAULT 0,
          track_count INTEGER NOT NULL DEFAULT 0,
          cover TEXT REFERENCES image
        ) STRICT;
        CREATE UNIQUE INDEX artist_by_identity ON artist (folded, ifnull(musicbrainz, ''));
        CREATE INDEX artist_by_name ON artist (sort_key, id) WHERE is_listed = 1;
        CREATE INDEX artist_by_search_name ON artist (search_name, id) WHERE is_listed = 1;
        CREATE TABLE artist_role (
          role TEXT NOT NULL,
          sort_key TEXT NOT NULL,
          artist TEXT NOT NULL REFERENCES artist (id) ON DELETE CASCADE,
          PRIMARY KEY (role, sort_key, artist)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX artist_role_by_artist ON artist_role (artist);
        CREATE TABLE genre (
          id TEXT NOT NULL PRIMARY KEY,
          folded TEXT NOT NULL UNIQUE CHECK (folded <> ''),
          name TEXT NOT NULL,
          sort_key TEXT NOT NULL,
          album_count INTEGER NOT NULL DEFAULT 0,
          track_count INTEGER NOT NULL DEFAULT 0,
          cover TEXT REFERENCES image
        ) STRICT;
        CREATE INDEX genre_by_name ON genre (sort_key, id) WHERE track_count > 0;
        CREATE TABLE album (
          seq INTEGER PRIMARY KEY,
          id TEXT NOT NULL UNIQUE,
          library TEXT NOT NULL REFERENCES library ON DELETE CASCADE,
          key TEXT NOT NULL,
          name TEXT NOT NULL,
          name_key TEXT NOT NULL,
          search_name TEXT NOT NULL,
          artist_key TEXT NOT NULL,
          date TEXT,
          original_date TEXT,
          year INTEGER,
          original_year INTEGER,
          year_order INTEGER NOT NULL,
          disc_total INTEGER NOT NULL,
          is_compilation INTEGER NOT NULL CHECK (is_compilation IN (0, 1)),
          release TEXT,
          release_group TEXT,
          cover TEXT REFERENCES image,
          track_count INTEGER NOT NULL DEFAULT 0,
          duration_ms INTEGER NOT NULL DEFAULT 0,
          added_at INTEGER NOT NULL,
          UNIQUE (library, key)
        ) STRICT;
        CREATE INDEX album_by_name ON album (name_key, id) WHERE track_count > 0;
        CREATE INDEX album_by_added ON album (added_at, id) WHERE track_count > 0;
        CREATE INDEX album_by_year ON album (year_order, name_key, id) WHERE track_count > 0;
        CREATE INDEX album_by_artist ON album (artist_key, year_order, id) WHERE track_count > 0;
        CREATE INDEX album_by_search_name ON album (search_name, id) WHERE track_count > 0;
        """

    private static let tracks = """
        CREATE TABLE track (
          seq INTEGER PRIMARY KEY,
          id TEXT NOT NULL UNIQUE,
          library TEXT NOT NULL REFERENCES library ON DELETE CASCADE,
          folder BLOB NOT NULL,
          name BLOB NOT NULL CHECK (length(name) > 0),
          size INTEGER NOT NULL,
          modified_ns INTEGER NOT NULL,
          inode INTEGER NOT NULL,
          signature BLOB NOT NULL,
          missing_since INTEGER,
          added_at INTEGER NOT NULL,
          title TEXT NOT NULL,
          title_key TEXT NOT NULL,
          search_title TEXT NOT NULL,
          artist_key TEXT NOT NULL,
          album TEXT NOT NULL REFERENCES album (id),
          album_key TEXT NOT NULL,
          album_name TEXT NOT NULL,
          album_sort_name TEXT,
          album_sort_key TEXT NOT NULL,
          album_folder BLOB NOT NULL,
          disc_number INTEGER,
          track_number INTEGER,
          disc_order INTEGER NOT NULL,
          track_order INTEGER NOT NULL,
          disc_total INTEGER,
          track_total INTEGER,
          disc_subtitle TEXT,
          date TEXT,
          original_date TEXT,
          year INTEGER,
          bpm INTEGER,
          is_compilation INTEGER NOT NULL CHECK (is_compilation IN (0, 1)),
          isrc TEXT,
          recording TEXT,
          release_track TEXT,
          release TEXT,
          release_group TEXT,
          track_gain REAL,
          track_peak REAL,
          album_gain REAL,
          album_peak REAL,
          media_type TEXT NOT NULL,
          codec TEXT NOT NULL,
          duration_ms INTEGER NOT NULL,
          bitrate INTEGER NOT NULL,
          sample_rate INTEGER NOT NULL,
          channels INTEGER NOT NULL,
          bit_depth INTEGER NOT NULL,
          embedded_cover TEXT REFERENCES image,
          cover TEXT REFERENCES image
        ) STRICT;
        CREATE UNIQUE INDEX track_by_path ON track (library, folder, name) WHERE missing_since IS NULL;
        CREATE INDEX track_by_folder ON track (library, folder);
        CREATE INDEX track_by_album_folder ON track (library, album_folder);
        CREATE INDEX track_by_signature ON track (signature);
        CREATE INDEX track_of_album ON track (album, disc_order, track_order, title_key, id)
          WHERE missing_since IS NULL;
        CREATE INDEX track_ever_of_album ON track (album);
        CREATE INDEX track_by_title ON track (title_key, id) WHERE missing_since IS NULL;
        CREATE INDEX track_by_added ON track (added_at, id) WHERE missing_since IS NULL;
        CREATE INDEX track_by_artist ON track (artist_key, title_key, id) WHERE missing_since IS NULL;
        CREATE INDEX track_by_album ON track (album_sort_key, album, disc_order, track_order, id)
          WHERE missing_since IS NULL;
        CREATE INDEX track_by_duration ON track (duration_ms, id) WHERE missing_since IS NULL;
        CREATE INDEX track_by_search_title ON track (search_title, id) WHERE missing_since IS NULL;
        CREATE TABLE track_text (
          track TEXT NOT NULL PRIMARY KEY REFERENCES track (id) ON DELETE CASCADE,
          comment TEXT,
          lyrics TEXT
        ) STRICT;
        """

    private static let links = """
        CREATE TABLE track_artist (
          track TEXT NOT NULL REFERENCES track (id) ON DELETE CASCADE,
          role TEXT NOT NULL,
          position INTEGER NOT NULL,
          artist TEXT NOT NULL REFERENCES artist (id),
          name TEXT NOT NULL,
          sort_name TEXT,
          musicbrainz TEXT,
          PRIMARY KEY (track, role, position)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX track_artist_by_artist ON track_artist (artist, track);
        CREATE TABLE track_genre (
          track TEXT NOT NULL REFERENCES track (id) ON DELETE CASCADE,
          position INTEGER NOT NULL,
          genre TEXT NOT NULL REFERENCES genre,
          name TEXT NOT NULL,
          PRIMARY KEY (track, position)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX track_genre_by_genre ON track_genre (genre, track);
        CREATE TABLE album_artist (
          album TEXT NOT NULL REFERENCES album (id) ON DELETE CASCADE,
          position INTEGER NOT NULL,
          artist TEXT NOT NULL REFERENCES artist (id),
          PRIMARY KEY (album, position)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX album_artist_by_artist ON album_artist (artist, album);
        CREATE TABLE album_genre (
          album TEXT NOT NULL REFERENCES album (id) ON DELETE CASCADE,
          genre TEXT NOT NULL REFERENCES genre,
          PRIMARY KEY (album, genre)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX album_genre_by_genre ON album_genre (genre, album);
        CREATE TABLE stale (
          kind TEXT NOT NULL CHECK (kind IN ('artist', 'genre')),
          id TEXT NOT NULL,
          PRIMARY KEY (kind, id)
        ) STRICT, WITHOUT ROWID;
        CREATE VIRTUAL TABLE track_search USING fts5 (
          title, artists, album, tokenize = 'unicode61 remove_diacritics 2', prefix = '1 2 3');
        CREATE VIRTUAL TABLE album_search USING fts5 (
          name, artists, tokenize = 'unicode61 remove_diacritics 2', prefix = '1 2 3');
        CREATE VIRTUAL TABLE artist_search USING fts5 (
          name, tokenize = 'unicode61 remove_diacritics 2', prefix = '1 2 3');
        """

    private static let scans = """
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
        """
}
