import GRDB

extension Migration {
    /// Second factors and their recovery codes, and the roles that must have one. `sealed` is encrypted and a code's `hash` is keyed by a
    /// secret that is not in the database.
    static let m0036TwoFactor = Migration(name: "0036 two-factor") { db in
        try db.execute(
            sql: """
                CREATE TABLE two_factor (
                  account TEXT NOT NULL PRIMARY KEY REFERENCES account (id) ON DELETE CASCADE,
                  sealed BLOB NOT NULL,
                  key_id TEXT NOT NULL,
                  enabled_at INTEGER NOT NULL,
                  last_step INTEGER NOT NULL
                ) STRICT, WITHOUT ROWID;
                CREATE TABLE recovery_code (
                  account TEXT NOT NULL REFERENCES two_factor (account) ON DELETE CASCADE,
                  hash BLOB NOT NULL CHECK (length(hash) = 32),
                  PRIMARY KEY (account, hash)
                ) STRICT, WITHOUT ROWID;
                CREATE TABLE two_factor_role (
                  role TEXT NOT NULL PRIMARY KEY CHECK (role IN ('listener', 'contributor', 'moderator', 'admin'))
                ) STRICT, WITHOUT ROWID;
                """)
    }
}
