import GRDB

extension Migration {
    /// Passkeys: public keys that authenticators have made for accounts. `credential` is the authenticator's name for
    /// one, and `site` the host name that it is bound to.
    static let m0090Passkeys = Migration(name: "0090 passkeys") { db in
        try db.execute(
            sql: """
                CREATE TABLE passkey (
                  id TEXT NOT NULL PRIMARY KEY,
                  account TEXT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
                  label TEXT NOT NULL CHECK (label <> ''),
                  credential BLOB NOT NULL UNIQUE CHECK (length(credential) BETWEEN 1 AND 1023),
                  public_key BLOB NOT NULL,
                  site TEXT NOT NULL CHECK (site <> ''),
                  counter INTEGER NOT NULL CHECK (counter BETWEEN 0 AND 4294967295),
                  is_backed_up INTEGER NOT NULL CHECK (is_backed_up IN (0, 1)),
                  created_at INTEGER NOT NULL,
                  last_used_at INTEGER
                ) STRICT, WITHOUT ROWID;
                CREATE INDEX passkey_account ON passkey (account, created_at, id);
                """)
    }
}
