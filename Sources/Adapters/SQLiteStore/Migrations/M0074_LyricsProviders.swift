import GRDB

extension Migration {
    /// The providers of lyrics, the results of looking up songs at them, and the lookups of whole libraries.
    ///
    /// `sealed_key` is encrypted by a key that is not in the database. A lookup of a miss is for the set of providers that `providers`
    /// names. Words and lookups of a removed provider go with it. `position` of a run is the id of the last track that was looked at.
    static let m0074LyricsProviders = Migration(name: "0074 lyrics providers") { db in
        try db.execute(
            sql: """
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
                CREATE TABLE lyrics_lookup (
                  track TEXT PRIMARY KEY REFERENCES track (id) ON DELETE CASCADE,
                  result TEXT NOT NULL CHECK (result IN ('found', 'none', 'restricted', 'instrumental')),
                  provider TEXT REFERENCES lyrics_provider (id) ON DELETE CASCADE,
                  providers TEXT NOT NULL,
                  at INTEGER NOT NULL,
                  expires_at INTEGER
                ) STRICT;
                CREATE INDEX lyrics_lookup_by_provider ON lyrics_lookup (provider) WHERE provider IS NOT NULL;
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
                ALTER TABLE provided_lyrics ADD COLUMN provider_id TEXT REFERENCES lyrics_provider (id) ON DELETE CASCADE;
                ALTER TABLE provided_lyrics ADD COLUMN expires_at INTEGER;
                CREATE INDEX provided_lyrics_by_provider ON provided_lyrics (provider_id) WHERE provider_id IS NOT NULL;
                CREATE INDEX provided_lyrics_expiring ON provided_lyrics (expires_at) WHERE expires_at IS NOT NULL;
                """)
    }
}
