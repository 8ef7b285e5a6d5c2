import GRDB

extension Migration {
    /// Users' accounts at the server that plays are handed on to, and the plays that wait for it.
    ///
    /// `sealed_token` is encrypted by a key that is not in the database. A play that waits has the names of its track at that time; with
    /// `refusal` it waits no longer. `history_…` and `import_…` are null where nobody has asked for them.
    static let m0082Scrobbling = Migration(name: "0082 scrobbling") { db in
        try db.execute(
            sql: """
                CREATE TABLE scrobble_link (
                  account TEXT PRIMARY KEY REFERENCES account (id) ON DELETE CASCADE,
                  id TEXT NOT NULL UNIQUE,
                  base TEXT NOT NULL CHECK (base <> ''),
                  name TEXT NOT NULL CHECK (name <> ''),
                  sealed_token BLOB NOT NULL,
                  connected_at INTEGER NOT NULL,
                  pause TEXT CHECK (pause IN ('token', 'token_lost')),
                  total INTEGER NOT NULL DEFAULT 0 CHECK (total >= 0),
                  last_at INTEGER,
                  failures INTEGER NOT NULL DEFAULT 0 CHECK (failures >= 0),
                  trouble TEXT,
                  retry_at INTEGER,
                  history_state TEXT CHECK (history_state IN ('running', 'stopped', 'done')),
                  history_at INTEGER,
                  history_play TEXT,
                  history_total INTEGER,
                  history_done INTEGER,
                  import_state TEXT CHECK (import_state IN ('running', 'stopped', 'done')),
                  import_before INTEGER,
                  import_read INTEGER,
                  import_added INTEGER,
                  import_unmatched INTEGER
                ) STRICT;
                CREATE TABLE scrobble (
                  play TEXT PRIMARY KEY REFERENCES play (id) ON DELETE CASCADE,
                  account TEXT NOT NULL REFERENCES scrobble_link (account) ON DELETE CASCADE,
                  is_history INTEGER NOT NULL CHECK (is_history IN (0, 1)),
                  played_at INTEGER NOT NULL,
                  client TEXT NOT NULL,
                  title TEXT NOT NULL,
                  artist TEXT NOT NULL CHECK (artist <> ''),
                  album TEXT NOT NULL,
                  duration_ms INTEGER NOT NULL,
                  recording TEXT,
                  isrc TEXT,
                  since INTEGER NOT NULL,
                  refusal TEXT,
                  refused_at INTEGER
                ) STRICT;
                CREATE INDEX scrobble_waiting ON scrobble (account, is_history, played_at, play) WHERE refusal IS NULL;
                CREATE INDEX scrobble_since ON scrobble (account, since) WHERE refusal IS NULL;
                CREATE INDEX scrobble_refused ON scrobble (account, refused_at) WHERE refusal IS NOT NULL;
                CREATE INDEX scrobble_export ON scrobble (account, played_at, play);
                """)
    }
}
