import GRDB

extension Migration {
    /// A user may have an account at one server of each kind, and a play waits for each. `scrobble_application` is this server's registration
    /// at Last.fm: `sealed_secret` is encrypted by a key that is not in the database.
    static let m0083LastFM = Migration(name: "0083 last.fm") { db in
        try db.execute(
            sql: """
                ALTER TABLE scrobble RENAME TO scrobble_before;
                ALTER TABLE scrobble_link RENAME TO scrobble_link_before;
                DROP INDEX scrobble_waiting;
                DROP INDEX scrobble_since;
                DROP INDEX scrobble_refused;
                DROP INDEX scrobble_export;
                CREATE TABLE scrobble_link (
                  account TEXT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
                  service TEXT NOT NULL CHECK (service IN ('listenbrainz', 'lastfm')),
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
                  import_unmatched INTEGER,
                  PRIMARY KEY (account, service)
                ) STRICT;
                CREATE TABLE scrobble (
                  play TEXT NOT NULL REFERENCES play (id) ON DELETE CASCADE,
                  service TEXT NOT NULL,
                  account TEXT NOT NULL,
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
                  refused_at INTEGER,
                  PRIMARY KEY (play, service),
                  FOREIGN KEY (account, service) REFERENCES scrobble_link (account, service) ON DELETE CASCADE
                ) STRICT;
                INSERT INTO scrobble_link
                SELECT account, 'listenbrainz', id, base, name, sealed_token, connected_at, pause, total, last_at, failures, trouble, retry_at,
                  history_state, history_at, history_play, history_total, history_done, import_state, import_before, import_read, import_added,
                  import_unmatched
                FROM scrobble_link_before;
                INSERT INTO scrobble
                SELECT play, 'listenbrainz', account, is_history, played_at, client, title, artist, album, duration_ms, recording, isrc, since,
                  refusal, refused_at
                FROM scrobble_before;
                DROP TABLE scrobble_before;
                DROP TABLE scrobble_link_before;
                CREATE INDEX scrobble_waiting ON scrobble (account, service, is_history, played_at, play) WHERE refusal IS NULL;
                CREATE INDEX scrobble_since ON scrobble (account, service, since) WHERE refusal IS NULL;
                CREATE INDEX scrobble_refused ON scrobble (account, service, refused_at) WHERE refusal IS NOT NULL;
                CREATE INDEX scrobble_export ON scrobble (account, played_at, play, service);
                CREATE TABLE scrobble_application (
                  service TEXT PRIMARY KEY CHECK (service = 'lastfm'),
                  is_on INTEGER NOT NULL CHECK (is_on IN (0, 1)),
                  root TEXT NOT NULL CHECK (root <> ''),
                  page TEXT NOT NULL CHECK (page <> ''),
                  api_key TEXT NOT NULL,
                  sealed_secret BLOB
                ) STRICT;
                """)
    }
}
