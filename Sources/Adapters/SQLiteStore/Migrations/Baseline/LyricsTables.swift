extension Baseline {
    /// Lyrics from files, providers and users.
    static let lyrics = """
        -- `bytes` is a binary file, whose `text` is null.
        CREATE TABLE track_lyrics (
          track TEXT NOT NULL REFERENCES track (id) ON DELETE CASCADE,
          position INTEGER NOT NULL,
          language TEXT CHECK (language <> ''),
          text TEXT NOT NULL CHECK (text <> ''),
          PRIMARY KEY (track, position)
        ) STRICT;

        \(wordsTriggers("track_lyrics", stale: wordsOfTrack))

        -- Texts in the folders of libraries, of the kinds that `TextFile` names, by the file's name. `stem` is the
        -- name, without its ending, of the music file that lyrics belong to. A text that could not be read is null.
        CREATE TABLE folder_text (
          library TEXT NOT NULL REFERENCES library ON DELETE CASCADE,
          folder BLOB NOT NULL,
          name BLOB NOT NULL,
          size INTEGER NOT NULL,
          modified_ns INTEGER NOT NULL,
          inode INTEGER NOT NULL,
          purpose TEXT NOT NULL CHECK (purpose IN ('lyrics', 'artist', 'album')),
          stem BLOB NOT NULL,
          language TEXT CHECK (language <> ''),
          text TEXT CHECK (text <> ''),
          bytes BLOB CHECK (bytes IS NULL OR text IS NULL AND length(bytes) > 0),
          PRIMARY KEY (library, folder, name)
        ) STRICT;
        CREATE INDEX folder_text_by_stem ON folder_text (library, folder, purpose, stem);

        \(wordsTriggers("folder_text", stale: wordsOfFolder))

        -- `countries` is a JSON list of ISO 3166 codes, null for everywhere. The words go with a removed provider.
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
          provider_id TEXT REFERENCES lyrics_provider (id) ON DELETE CASCADE,
          expires_at INTEGER,
          PRIMARY KEY (track, position)
        ) STRICT;
        CREATE INDEX provided_lyrics_by_provider ON provided_lyrics (provider_id) WHERE provider_id IS NOT NULL;
        CREATE INDEX provided_lyrics_expiring ON provided_lyrics (expires_at) WHERE expires_at IS NOT NULL;

        \(wordsTriggers("provided_lyrics", stale: wordsOfTrack))

        -- A published version stays; everybody reads the latest published one. `content` is JSON, and `[]` where a
        -- version takes the words away. `lines`, `languages` and `precision` are what lists show of it.
        CREATE TABLE lyrics_version (
          id TEXT NOT NULL PRIMARY KEY,
          track TEXT NOT NULL REFERENCES track (id) ON DELETE CASCADE,
          author TEXT REFERENCES account (id) ON DELETE SET NULL,
          at INTEGER NOT NULL,
          state TEXT NOT NULL CHECK (state IN ('published', 'proposed', 'rejected')),
          published_at INTEGER,
          note TEXT NOT NULL,
          restored TEXT REFERENCES lyrics_version (id) ON DELETE SET NULL,
          content TEXT NOT NULL,
          lines INTEGER NOT NULL,
          languages TEXT NOT NULL,
          precision TEXT NOT NULL CHECK (precision IN ('words', 'lines', 'none')),
          moderator TEXT REFERENCES account (id) ON DELETE SET NULL,
          decided_at INTEGER,
          reason TEXT NOT NULL DEFAULT '',
          CHECK ((state = 'published') = (published_at IS NOT NULL))
        ) STRICT;
        CREATE INDEX lyrics_version_published ON lyrics_version (track, published_at, id)
          WHERE published_at IS NOT NULL;
        CREATE INDEX lyrics_version_of_track ON lyrics_version (track, at, id);
        CREATE INDEX lyrics_version_proposed ON lyrics_version (at, id) WHERE state = 'proposed';
        CREATE INDEX lyrics_version_by_author ON lyrics_version (author, at, id);
        CREATE INDEX lyrics_version_by_moderator ON lyrics_version (moderator) WHERE moderator IS NOT NULL;
        CREATE INDEX lyrics_version_restored ON lyrics_version (restored) WHERE restored IS NOT NULL;
        CREATE TRIGGER lyrics_version_words_insert AFTER INSERT ON lyrics_version
          WHEN NEW.published_at IS NOT NULL BEGIN
          INSERT INTO words_stale (seq) SELECT seq FROM track WHERE id = NEW.track ON CONFLICT DO NOTHING;
        END;
        CREATE TRIGGER lyrics_version_words_update AFTER UPDATE OF track, published_at, content ON lyrics_version
          WHEN OLD.published_at IS NOT NULL OR NEW.published_at IS NOT NULL BEGIN
          INSERT INTO words_stale (seq) SELECT seq FROM track WHERE id IN (OLD.track, NEW.track) ON CONFLICT DO NOTHING;
        END;
        CREATE TRIGGER lyrics_version_words_delete AFTER DELETE ON lyrics_version
          WHEN OLD.published_at IS NOT NULL BEGIN
          INSERT INTO words_stale (seq) SELECT seq FROM track WHERE id = OLD.track ON CONFLICT DO NOTHING;
        END;

        -- The files that the server writes beside the music. `text` is the file's text, or the text that it is about to
        -- get, and `placed` the one before; both are empty for none. `version` is the version that was written last,
        -- null while it is being written. `folder` and `name` are those of the music file at that time.
        CREATE TABLE lyrics_sidecar (
          track TEXT NOT NULL PRIMARY KEY REFERENCES track (id) ON DELETE CASCADE,
          version TEXT,
          library TEXT NOT NULL REFERENCES library (id) ON DELETE CASCADE,
          folder BLOB NOT NULL,
          name BLOB NOT NULL,
          text TEXT NOT NULL,
          placed TEXT NOT NULL,
          failure TEXT CHECK (failure <> ''),
          at INTEGER NOT NULL
        ) STRICT;
        CREATE INDEX lyrics_sidecar_by_library ON lyrics_sidecar (library);

        -- `sealed_key` is encrypted by a key that is not in the database.
        CREATE TABLE lyrics_provider (
          id TEXT PRIMARY KEY,
          position INTEGER NOT NULL,
          kind TEXT NOT NULL CHECK (kind IN ('lrclib', 'musixmatch')),
          name TEXT NOT NULL CHECK (name <> ''),
          base TEXT NOT NULL CHECK (base <> ''),
          sealed_key BLOB,
          is_enabled INTEGER NOT NULL CHECK (is_enabled IN (0, 1)),
          storage_days INTEGER CHECK (storage_days > 0),
          changed_at INTEGER NOT NULL
        ) STRICT;

        -- The results of looking up songs. A miss is for the set of providers that `providers` names.
        CREATE TABLE lyrics_lookup (
          track TEXT PRIMARY KEY REFERENCES track (id) ON DELETE CASCADE,
          result TEXT NOT NULL CHECK (result IN ('found', 'none', 'restricted', 'instrumental')),
          provider TEXT REFERENCES lyrics_provider (id) ON DELETE CASCADE,
          providers TEXT NOT NULL,
          at INTEGER NOT NULL,
          expires_at INTEGER
        ) STRICT;
        CREATE INDEX lyrics_lookup_by_provider ON lyrics_lookup (provider) WHERE provider IS NOT NULL;

        -- Lookups of whole libraries. `position` is the id of the last track that was looked up.
        CREATE TABLE lyrics_run (
          library TEXT PRIMARY KEY REFERENCES library ON DELETE CASCADE,
          state TEXT NOT NULL CHECK (state IN ('running', 'stopped', 'done')),
          position TEXT,
          total INTEGER NOT NULL,
          done INTEGER NOT NULL,
          found INTEGER NOT NULL,
          per_minute INTEGER NOT NULL CHECK (per_minute > 0),
          started_at INTEGER NOT NULL,
          changed_at INTEGER NOT NULL
        ) STRICT;
        """

    /// The triggers that list the tracks of a row as stale when it is written and when it goes.
    private static func wordsTriggers(_ table: String, stale: (_ row: String) -> String) -> String {
        [("insert", "NEW"), ("update", "NEW"), ("delete", "OLD")].map { event, row in
            """
            CREATE TRIGGER \(table)_words_\(event) AFTER \(event.uppercased()) ON \(table) BEGIN
              \(stale(row))
            END;
            """
        }.joined(separator: "\n")
    }

    private static func wordsOfTrack(_ row: String) -> String {
        "INSERT INTO words_stale (seq) SELECT seq FROM track WHERE track.id = \(row).track ON CONFLICT DO NOTHING;"
    }

    private static func wordsOfFolder(_ row: String) -> String {
        """
        INSERT INTO words_stale (seq)
            SELECT seq
            FROM track
            WHERE track.library = \(row).library AND track.folder = \(row).folder AND \(row).purpose = 'lyrics'
              AND track.name >= CAST(\(row).stem || '.' AS BLOB) AND track.name < CAST(\(row).stem || '/' AS BLOB)
              AND track.missing_since IS NULL
            ON CONFLICT DO NOTHING;
        """
    }

    /// The full-text index of songs' words.
    static let words = """
        CREATE VIRTUAL TABLE words_search USING fts5 (words,
          tokenize = "unicode61 remove_diacritics 0 categories 'L* N* Mn Mc Co'", prefix = '3');

        -- `precision` is 0 for words without times, 1 for timed lines and 2 for timed words.
        CREATE TABLE track_words (
          seq INTEGER PRIMARY KEY REFERENCES track (seq) ON DELETE CASCADE,
          precision INTEGER NOT NULL CHECK (precision BETWEEN 0 AND 2)
        ) STRICT;
        CREATE TRIGGER track_words_removed AFTER DELETE ON track_words BEGIN
          DELETE FROM words_search WHERE rowid = OLD.seq;
        END;

        -- The tracks whose words may have changed. Triggers fill the table, and the server empties it in the
        -- background. A sidecar belongs to the files of its folder whose names begin with its stem and a dot.
        CREATE TABLE words_stale (
          seq INTEGER PRIMARY KEY REFERENCES track (seq) ON DELETE CASCADE
        ) STRICT;

        CREATE TRIGGER track_words_new AFTER INSERT ON track BEGIN
          INSERT INTO words_stale (seq) VALUES (NEW.seq) ON CONFLICT DO NOTHING;
        END;
        CREATE TRIGGER track_words_moved AFTER UPDATE OF library, folder, name, missing_since ON track
          WHEN OLD.library <> NEW.library OR OLD.folder <> NEW.folder OR OLD.name <> NEW.name
            OR OLD.missing_since IS NOT NEW.missing_since BEGIN
          INSERT INTO words_stale (seq) VALUES (NEW.seq) ON CONFLICT DO NOTHING;
        END;

        CREATE TABLE words_state (
          version INTEGER NOT NULL,
          country TEXT
        ) STRICT;
        """
}
