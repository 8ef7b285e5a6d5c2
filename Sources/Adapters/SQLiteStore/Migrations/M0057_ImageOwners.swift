import GRDB

extension Migration {
    /// Who uploaded which image.
    static let m0057ImageOwners = Migration(name: "0057 image owners") { db in
        try db.execute(
            sql: """
                CREATE TABLE image_owner (
                  image TEXT NOT NULL PRIMARY KEY CHECK (length(image) = 64),
                  account TEXT REFERENCES account (id) ON DELETE SET NULL
                ) STRICT, WITHOUT ROWID;
                CREATE INDEX image_owner_by_account ON image_owner (account) WHERE account IS NOT NULL;
                """)
    }
}
