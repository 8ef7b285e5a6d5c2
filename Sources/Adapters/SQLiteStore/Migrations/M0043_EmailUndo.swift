import GRDB

extension Migration {
    /// Ways back to addresses that accounts have given up (decision 0027): the hash of the token of a link that the address was sent.
    static let m0043EmailUndo = Migration(name: "0043 email undo") { db in
        try db.execute(
            sql: """
                CREATE TABLE email_undo (
                  hash BLOB NOT NULL PRIMARY KEY CHECK (length(hash) = 32),
                  account TEXT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
                  email TEXT NOT NULL CHECK (email <> ''),
                  email_key TEXT NOT NULL,
                  was_confirmed INTEGER NOT NULL CHECK (was_confirmed IN (0, 1)),
                  created_at INTEGER NOT NULL,
                  expires_at INTEGER NOT NULL
                ) STRICT, WITHOUT ROWID;
                CREATE UNIQUE INDEX email_undo_account ON email_undo (account, created_at);
                CREATE INDEX email_undo_by_key ON email_undo (email_key);
                CREATE INDEX email_undo_expires ON email_undo (expires_at);
                """)
    }
}
