extension Baseline {
    /// Tracks: their file, tags and corrections.
    static let tracks = """
        -- A track with `missing_since` is in no list. `further` has the application's `FurtherTags`, as the column of
        -- `album`. `tags_version` says how much was read of the file: the next scan reads files with a lower version
        -- again. `tempo` is measured; lists use `shown_tempo`, which prefers the tag's. `explicit_mark` overrules what
        -- the tags say of `is_explicit`.
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
          cover TEXT REFERENCES image,
          year_order INTEGER NOT NULL DEFAULT 0,
          plays INTEGER NOT NULL DEFAULT 0,
          further TEXT CHECK (further <> ''),
          tags_version INTEGER NOT NULL DEFAULT 0,
          explicit_mark INTEGER CHECK (explicit_mark IN (0, 1)),
          is_explicit INTEGER NOT NULL DEFAULT 0 CHECK (is_explicit IN (0, 1)),
          part TEXT GENERATED ALWAYS AS (library || CASE is_explicit WHEN 1 THEN '!' ELSE '' END) VIRTUAL,
          tempo INTEGER,
          shown_tempo INTEGER GENERATED ALWAYS AS (ifnull(bpm, tempo)) VIRTUAL
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
        CREATE INDEX track_by_year ON track (year_order, album_sort_key, album, disc_order, track_order, id)
          WHERE missing_since IS NULL;
        CREATE INDEX track_by_search_name ON track (search_title, plays DESC, id) WHERE missing_since IS NULL;
        CREATE INDEX track_played_by_name ON track (search_title, plays, id) WHERE missing_since IS NULL AND plays > 0;
        CREATE INDEX track_by_plays ON track (plays DESC, id, search_title) WHERE missing_since IS NULL AND plays > 0;
        CREATE INDEX track_by_cover ON track (cover, library) WHERE cover IS NOT NULL;
        CREATE INDEX track_of_named_disc ON track (album, disc_order, disc_subtitle)
          WHERE missing_since IS NULL AND disc_subtitle IS NOT NULL;
        CREATE INDEX track_by_recording ON track (recording) WHERE recording IS NOT NULL;
        CREATE INDEX track_by_isrc ON track (isrc) WHERE isrc IS NOT NULL;
        CREATE INDEX track_top_of_artist ON track (artist_key, plays DESC, id)
          WHERE missing_since IS NULL AND plays > 0;
        CREATE INDEX track_rules
          ON track (added_at, id, year_order, duration_ms, bitrate, bpm, is_compilation, codec, bit_depth, date,
            library, album, missing_since)
          WHERE missing_since IS NULL;
        CREATE INDEX track_by_popularity ON track (plays, id) WHERE missing_since IS NULL AND plays > 0;
        CREATE INDEX track_explicit_by_cover ON track (cover) WHERE is_explicit = 1;
        CREATE INDEX track_by_tempo ON track (shown_tempo, id) WHERE missing_since IS NULL AND shown_tempo IS NOT NULL;
        CREATE TRIGGER track_numbered AFTER INSERT ON track BEGIN
          INSERT INTO track_number (track) VALUES (NEW.id);
        END;

        CREATE TABLE track_text (
          track TEXT NOT NULL PRIMARY KEY REFERENCES track (id) ON DELETE CASCADE,
          comment TEXT
        ) STRICT;

        -- `part` is what a musician played. `joint` and `joint_key`: see `artist_split`.
        CREATE TABLE track_artist (
          track TEXT NOT NULL REFERENCES track (id) ON DELETE CASCADE,
          role TEXT NOT NULL,
          position INTEGER NOT NULL,
          artist TEXT NOT NULL REFERENCES artist (id),
          name TEXT NOT NULL,
          sort_name TEXT,
          musicbrainz TEXT,
          part TEXT CHECK (part <> ''),
          joint TEXT,
          joint_key TEXT,
          joint_sort TEXT,
          PRIMARY KEY (track, role, position)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX track_artist_by_artist ON track_artist (artist, track);
        CREATE INDEX track_artist_by_joint ON track_artist (joint_key, joint) WHERE joint_key IS NOT NULL;

        CREATE TABLE track_genre (
          track TEXT NOT NULL REFERENCES track (id) ON DELETE CASCADE,
          position INTEGER NOT NULL,
          genre TEXT NOT NULL REFERENCES genre,
          name TEXT NOT NULL,
          PRIMARY KEY (track, position)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX track_genre_by_genre ON track_genre (genre, track);

        -- Whole numbers for tracks, by which programs that know the APIs of lyrics services ask for songs. A number is
        -- never given again.
        CREATE TABLE track_number (
          number INTEGER PRIMARY KEY AUTOINCREMENT,
          track TEXT NOT NULL UNIQUE REFERENCES track (id) ON DELETE CASCADE
        ) STRICT;

        -- `corrections` and `file` have the coded form of the application's `TrackEdit`: the differences from the file,
        -- and the file's own values. Covers have a column of their own, so that images in use are known.
        CREATE TABLE track_edit (
          track TEXT NOT NULL PRIMARY KEY REFERENCES track (id) ON DELETE CASCADE,
          corrections TEXT NOT NULL CHECK (json_type(corrections) = 'object'),
          cover TEXT REFERENCES image,
          file TEXT NOT NULL CHECK (json_type(file) = 'object')
        ) STRICT, WITHOUT ROWID;

        -- Names who corrected a track without a reference, because the history outlives accounts. `seq` is the order in
        -- which corrections took effect; times are too coarse for it.
        CREATE TABLE track_edit_history (
          seq INTEGER PRIMARY KEY,
          id TEXT NOT NULL UNIQUE,
          track TEXT NOT NULL REFERENCES track (id) ON DELETE CASCADE,
          account TEXT,
          at INTEGER NOT NULL,
          before TEXT NOT NULL CHECK (json_type(before) = 'object'),
          cover_before TEXT REFERENCES image,
          after TEXT NOT NULL CHECK (json_type(after) = 'object'),
          cover_after TEXT REFERENCES image,
          file TEXT NOT NULL CHECK (json_type(file) = 'object'),
          undoes TEXT REFERENCES track_edit_history (id) ON DELETE CASCADE
        ) STRICT;
        CREATE INDEX track_edit_history_by_track ON track_edit_history (track, seq);
        CREATE INDEX track_edit_history_by_undone ON track_edit_history (undoes) WHERE undoes IS NOT NULL;
        CREATE INDEX track_edit_by_cover_before ON track_edit_history (cover_before) WHERE cover_before IS NOT NULL;
        CREATE INDEX track_edit_by_cover_after ON track_edit_history (cover_after) WHERE cover_after IS NOT NULL;
        """

    /// Full-text search of the catalog, and the known words by their trigrams. The application fills these tables when
    /// it opens a database whose `search_state` has no row or another version.
    static let search = """
        -- Everything that `SearchText` keeps is a letter of a word, also combining vowel signs.
        CREATE VIRTUAL TABLE track_search USING fts5 (title, artists, album,
          tokenize = "unicode61 remove_diacritics 0 categories 'L* N* Mn Mc Co'", prefix = '1 2 3');

        CREATE VIRTUAL TABLE album_search USING fts5 (name, artists,
          tokenize = "unicode61 remove_diacritics 0 categories 'L* N* Mn Mc Co'", prefix = '1 2 3');

        CREATE VIRTUAL TABLE artist_search USING fts5 (name,
          tokenize = "unicode61 remove_diacritics 0 categories 'L* N* Mn Mc Co'", prefix = '1 2 3');

        CREATE VIRTUAL TABLE track_search_word USING fts5vocab (track_search, row);

        CREATE VIRTUAL TABLE album_search_word USING fts5vocab (album_search, row);

        CREATE VIRTUAL TABLE artist_search_word USING fts5vocab (artist_search, row);

        CREATE TABLE search_word (
          id INTEGER PRIMARY KEY,
          word TEXT NOT NULL UNIQUE
        ) STRICT;

        CREATE TABLE search_trigram (
          trigram TEXT NOT NULL,
          length INTEGER NOT NULL,
          word INTEGER NOT NULL,
          PRIMARY KEY (trigram, length, word)
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE search_state (
          version INTEGER NOT NULL
        ) STRICT;
        """
}
