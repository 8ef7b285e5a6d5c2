import GRDB

extension Migration {
    /// Letters that wait or were given up, whose address is confirmed, and which notifications people want by mail. `sealed` is the token
    /// of a link, encrypted by a key that is not in the database.
    static let m0037Mail = Migration(name: "0037 mail") { db in
        try db.execute(
            sql: """
                CREATE TABLE outgoing_mail (
                  id TEXT NOT NULL PRIMARY KEY,
                  account TEXT REFERENCES account (id) ON DELETE CASCADE,
                  recipient TEXT NOT NULL CHECK (recipient <> ''),
                  kind TEXT NOT NULL CHECK (kind <> ''),
                  locale TEXT NOT NULL,
                  parameters TEXT NOT NULL,
                  sealed BLOB,
                  topic TEXT NOT NULL UNIQUE,
                  created_at INTEGER NOT NULL,
                  next_at INTEGER NOT NULL,
                  attempts INTEGER NOT NULL,
                  state TEXT NOT NULL CHECK (state IN ('waiting', 'failed')),
                  failure TEXT
                ) STRICT;
                CREATE INDEX outgoing_mail_due ON outgoing_mail (next_at, id) WHERE state = 'waiting';
                CREATE INDEX outgoing_mail_by_date ON outgoing_mail (created_at, id);
                CREATE INDEX outgoing_mail_account ON outgoing_mail (account) WHERE account IS NOT NULL;
                CREATE TABLE email_confirmation (
                  account TEXT NOT NULL PRIMARY KEY REFERENCES account (id) ON DELETE CASCADE,
                  hash BLOB NOT NULL UNIQUE CHECK (length(hash) = 32),
                  email_key TEXT NOT NULL,
                  expires_at INTEGER NOT NULL
                ) STRICT;
                CREATE TABLE confirmed_email (
                  account TEXT NOT NULL PRIMARY KEY REFERENCES account (id) ON DELETE CASCADE,
                  email_key TEXT NOT NULL,
                  confirmed_at INTEGER NOT NULL
                ) STRICT;
                CREATE TABLE mailed_notification (
                  account TEXT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
                  kind TEXT NOT NULL CHECK (kind <> ''),
                  PRIMARY KEY (account, kind)
                ) STRICT, WITHOUT ROWID;
                """)
    }
}
