import GRDB

extension Migration {
    /// Invitations, what people ask for, settings that change while the gateway runs, and former members.
    ///
    /// An invitation keeps its token's hash only; `libraries` are ids with spaces between, NULL for all. A former member is an account that
    /// nobody can use: it holds what others look at of one that was deleted.
    static let m0034Office = Migration(name: "0034 office") { db in
        try db.execute(
            sql: """
                CREATE TABLE invitation (
                  id TEXT NOT NULL PRIMARY KEY,
                  hash BLOB NOT NULL UNIQUE CHECK (length(hash) = 32),
                  label TEXT NOT NULL,
                  role TEXT NOT NULL CHECK (role IN ('listener', 'contributor', 'moderator', 'admin')),
                  plan TEXT REFERENCES plan (id) ON DELETE SET NULL,
                  libraries TEXT,
                  created_by TEXT REFERENCES account (id) ON DELETE SET NULL,
                  created_at INTEGER NOT NULL,
                  expires_at INTEGER NOT NULL,
                  used_at INTEGER,
                  used_by TEXT REFERENCES account (id) ON DELETE SET NULL,
                  CHECK (used_by IS NULL OR used_at IS NOT NULL)
                ) STRICT;
                CREATE INDEX invitation_newest ON invitation (created_at, id);
                CREATE INDEX invitation_by_plan ON invitation (plan) WHERE plan IS NOT NULL;
                CREATE INDEX invitation_by_maker ON invitation (created_by) WHERE created_by IS NOT NULL;
                CREATE INDEX invitation_by_guest ON invitation (used_by) WHERE used_by IS NOT NULL;
                CREATE TABLE feature_request (
                  id TEXT NOT NULL PRIMARY KEY,
                  account TEXT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
                  text TEXT NOT NULL CHECK (text <> ''),
                  at INTEGER NOT NULL,
                  state TEXT NOT NULL CHECK (state IN ('open', 'planned', 'done', 'declined')),
                  answer TEXT NOT NULL,
                  answered_by TEXT REFERENCES account (id) ON DELETE SET NULL,
                  answered_at INTEGER
                ) STRICT;
                CREATE INDEX feature_request_newest ON feature_request (at, id);
                CREATE INDEX feature_request_by_state ON feature_request (state, at, id);
                CREATE INDEX feature_request_of_account ON feature_request (account, at, id);
                CREATE INDEX feature_request_answered_by ON feature_request (answered_by) WHERE answered_by IS NOT NULL;
                CREATE TABLE setting (
                  key TEXT NOT NULL PRIMARY KEY CHECK (key <> ''),
                  value TEXT NOT NULL
                ) STRICT, WITHOUT ROWID;
                ALTER TABLE account ADD COLUMN former INTEGER NOT NULL DEFAULT 0 CHECK (former IN (0, 1));
                """)
    }
}
