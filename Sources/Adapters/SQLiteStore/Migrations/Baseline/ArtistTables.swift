extension Baseline {
    /// Artists and genres, with counts for each part of a library.
    ///
    /// A library has two parts: its explicit songs, named by the library's id with `!` behind it, and the rest.
    /// Everything that is counted for each library is counted for each part: the columns `library` of `artist_library`,
    /// `genre_library`, `playlist_total`, `listening_tally`, `listening_hour`, `shelf_item`, `board_post`,
    /// `notification` and `report` name parts. Each table that a user's scope is applied to has a column `part`. Parts
    /// are no rows of `library`, so these columns do not refer to it.
    static let artists = """
        -- `seq` exists where a full-text table needs a row number; everything else refers to `id`. The application
        -- makes sort keys (`…_key`) and folded names. An artist without tracks keeps its row, and so its id, with a
        -- count of 0.
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
          cover TEXT REFERENCES image,
          image TEXT REFERENCES image,
          plays INTEGER NOT NULL DEFAULT 0
        ) STRICT;
        CREATE UNIQUE INDEX artist_by_identity ON artist (folded, ifnull(musicbrainz, ''));
        CREATE INDEX artist_by_name ON artist (sort_key, id) WHERE is_listed = 1;
        CREATE INDEX artist_by_search_name ON artist (search_name, plays DESC, id) WHERE is_listed = 1;
        CREATE INDEX artist_played_by_name ON artist (search_name, plays, id) WHERE is_listed = 1 AND plays > 0;
        CREATE INDEX artist_by_plays ON artist (plays DESC, id, search_name) WHERE is_listed = 1 AND plays > 0;
        CREATE INDEX artist_by_image ON artist (image) WHERE image IS NOT NULL;

        -- Listed artists by role, in order.
        CREATE TABLE artist_role (
          role TEXT NOT NULL,
          sort_key TEXT NOT NULL,
          artist TEXT NOT NULL REFERENCES artist (id) ON DELETE CASCADE,
          PRIMARY KEY (role, sort_key, artist)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX artist_role_by_artist ON artist_role (artist);

        -- `cover_order` is the year of the album that the cover belongs to, -1 for a track's cover.
        CREATE TABLE artist_library (
          artist TEXT NOT NULL REFERENCES artist (id) ON DELETE CASCADE,
          library TEXT NOT NULL,
          album_count INTEGER NOT NULL,
          track_count INTEGER NOT NULL,
          cover TEXT REFERENCES image,
          cover_order INTEGER NOT NULL,
          part TEXT GENERATED ALWAYS AS (library) VIRTUAL,
          PRIMARY KEY (artist, library)
        ) STRICT, WITHOUT ROWID;

        -- Which artists (`parts`, a JSON list of names) a name in tags stands for, by the name's folded form. A credit
        -- that was made from such a name has it in `joint`, folded in `joint_key`, so that it can be joined again.
        CREATE TABLE artist_split (
          folded TEXT NOT NULL PRIMARY KEY,
          name TEXT NOT NULL,
          parts TEXT NOT NULL
        ) STRICT, WITHOUT ROWID;

        -- The names that an administrator keeps as one artist.
        CREATE TABLE artist_kept (
          folded TEXT NOT NULL PRIMARY KEY,
          name TEXT NOT NULL
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE genre (
          id TEXT NOT NULL PRIMARY KEY,
          folded TEXT NOT NULL UNIQUE CHECK (folded <> ''),
          name TEXT NOT NULL,
          sort_key TEXT NOT NULL,
          album_count INTEGER NOT NULL DEFAULT 0,
          track_count INTEGER NOT NULL DEFAULT 0,
          cover TEXT REFERENCES image,
          search_name TEXT NOT NULL DEFAULT ''
        ) STRICT;
        CREATE INDEX genre_by_name ON genre (sort_key, id) WHERE track_count > 0;

        CREATE TABLE genre_library (
          genre TEXT NOT NULL REFERENCES genre (id) ON DELETE CASCADE,
          library TEXT NOT NULL,
          album_count INTEGER NOT NULL,
          track_count INTEGER NOT NULL,
          cover TEXT REFERENCES image,
          cover_order INTEGER NOT NULL,
          part TEXT GENERATED ALWAYS AS (library) VIRTUAL,
          PRIMARY KEY (genre, library)
        ) STRICT, WITHOUT ROWID;
        """

    /// Albums. One without tracks keeps its row, and so its id, with a count of 0.
    static let albums = """
        -- `further` has the application's `ReleaseTags`: a line for each value, its name and its parts separated by
        -- tabs.
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
          plays INTEGER NOT NULL DEFAULT 0,
          further TEXT CHECK (further <> ''),
          is_explicit INTEGER NOT NULL DEFAULT 0 CHECK (is_explicit IN (0, 1)),
          has_explicit INTEGER NOT NULL DEFAULT 0 CHECK (has_explicit IN (0, 1)),
          part TEXT GENERATED ALWAYS AS (library || CASE is_explicit WHEN 1 THEN '!' ELSE '' END) VIRTUAL,
          UNIQUE (library, key)
        ) STRICT;
        CREATE INDEX album_by_name ON album (name_key, id) WHERE track_count > 0;
        CREATE INDEX album_by_added ON album (added_at, id) WHERE track_count > 0;
        CREATE INDEX album_by_year ON album (year_order, name_key, id) WHERE track_count > 0;
        CREATE INDEX album_by_artist ON album (artist_key, year_order, id) WHERE track_count > 0;
        CREATE INDEX album_by_search_name ON album (search_name, plays DESC, id) WHERE track_count > 0;
        CREATE INDEX album_played_by_name ON album (search_name, plays, id) WHERE track_count > 0 AND plays > 0;
        CREATE INDEX album_by_plays ON album (plays DESC, id, search_name) WHERE track_count > 0 AND plays > 0;
        CREATE INDEX album_by_cover ON album (cover, library) WHERE cover IS NOT NULL;

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
        """
}
