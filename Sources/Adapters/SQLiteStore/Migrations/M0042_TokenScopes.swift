import GRDB

extension Migration {
    /// What bearer tokens were made for, from where they were last used, and what came of them (decision 0027).
    ///
    /// Tokens from before the scopes may do what they did, but for credentials, and end 90 days from now at the latest. `scopes` are
    /// separated by spaces. What a token made outlives its row, so `token_product` refers to neither.
    static let m0042TokenScopes = Migration(name: "0042 token scopes") { db in
        try db.execute(
            sql: """
                ALTER TABLE access_token ADD COLUMN scopes TEXT NOT NULL DEFAULT 'read' CHECK (scopes <> '');
                ALTER TABLE access_token ADD COLUMN last_address TEXT;
                UPDATE access_token SET
                  scopes = CASE (SELECT role FROM account WHERE account.id = access_token.account)
                    WHEN 'admin' THEN 'read write administer' ELSE 'read write' END,
                  expires_at = min(
                    coalesce(expires_at, 9000000000000000),
                    (CAST(strftime('%s', 'now') AS INTEGER) + 90 * 86400) * 1000);
                CREATE TABLE token_product (
                  kind TEXT NOT NULL CHECK (kind IN ('account', 'password', 'link', 'invitation', 'session')),
                  product TEXT NOT NULL,
                  token TEXT NOT NULL,
                  at INTEGER NOT NULL,
                  PRIMARY KEY (kind, product)
                ) STRICT, WITHOUT ROWID;
                CREATE INDEX token_product_by_token ON token_product (token, at);
                """)
    }
}
