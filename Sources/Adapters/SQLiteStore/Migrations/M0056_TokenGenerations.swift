import GRDB

extension Migration {
    /// Who made a link for somebody; and of what came of tokens and device keys more kinds, each source for itself (decision 0027).
    ///
    /// `token` is the id of a token or of a device key; `former` is what an account's role or address was before. Invitations end whose
    /// makers may invite nobody any more; those without a maker stay where the journal says that the command line made them. Addresses that
    /// were never confirmed are free.
    static let m0056TokenGenerations = Migration(name: "0056 token generations") { db in
        try db.execute(
            sql: """
                ALTER TABLE account_link ADD COLUMN created_by TEXT REFERENCES account (id) ON DELETE CASCADE;
                CREATE INDEX account_link_by_maker ON account_link (created_by) WHERE created_by IS NOT NULL;
                ALTER TABLE token_product RENAME TO token_product_before;
                DROP INDEX token_product_by_token;
                CREATE TABLE token_product (
                  kind TEXT NOT NULL CHECK (kind IN (
                    'account', 'password', 'link', 'invitation', 'session', 'share', 'role', 'enabled', 'email')),
                  product TEXT NOT NULL,
                  token TEXT NOT NULL,
                  former TEXT,
                  at INTEGER NOT NULL,
                  PRIMARY KEY (kind, product, token),
                  CHECK (kind <> 'role' OR former IS NOT NULL)
                ) STRICT, WITHOUT ROWID;
                INSERT INTO token_product (kind, product, token, at)
                  SELECT kind, product, token, at FROM token_product_before;
                DROP TABLE token_product_before;
                CREATE INDEX token_product_by_token ON token_product (token, at);
                DELETE FROM invitation WHERE used_at IS NULL AND (
                  created_by IN (SELECT id FROM account WHERE disabled = 1 OR role <> 'admin')
                  OR (created_by IS NULL AND NOT EXISTS (
                    SELECT 1 FROM journal j WHERE j.action = 'invitation.create' AND j.subject_kind = 'invitation'
                      AND j.subject_id = invitation.id AND j.actor IS NULL)));
                DELETE FROM email_undo WHERE was_confirmed = 0;
                """)
    }
}
