import GRDB

extension Migration {
    /// Plans, who has which, and how much audio each person was sent in each month.
    ///
    /// Whose `plan` is NULL has the default one, of which there is exactly one from here on: without limits, so that nothing changes for
    /// those who are here. A month is its year times a hundred and its number.
    static let m0033Plans = Migration(name: "0033 plans") { db in
        try db.execute(
            sql: """
                CREATE TABLE plan (
                  id TEXT NOT NULL PRIMARY KEY,
                  name TEXT NOT NULL CHECK (name <> ''),
                  name_key TEXT NOT NULL UNIQUE,
                  is_default INTEGER NOT NULL CHECK (is_default IN (0, 1)),
                  streams INTEGER CHECK (streams > 0),
                  maximum_bitrate INTEGER CHECK (maximum_bitrate > 0),
                  upload_quota INTEGER CHECK (upload_quota >= 0),
                  monthly_transfer INTEGER CHECK (monthly_transfer >= 0),
                  created_at INTEGER NOT NULL
                ) STRICT;
                CREATE UNIQUE INDEX plan_default ON plan (is_default) WHERE is_default = 1;
                INSERT INTO plan (id, name, name_key, is_default, created_at)
                  VALUES ('00000000-0000-7000-8000-000000000001', 'Standard', 'standard', 1, 0);
                ALTER TABLE account ADD COLUMN plan TEXT REFERENCES plan (id) ON DELETE SET NULL;
                CREATE INDEX account_by_plan ON account (plan) WHERE plan IS NOT NULL;
                CREATE TABLE transfer (
                  account TEXT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
                  month INTEGER NOT NULL,
                  bytes INTEGER NOT NULL CHECK (bytes >= 0),
                  PRIMARY KEY (account, month)
                ) STRICT, WITHOUT ROWID;
                INSERT INTO revision (area, value) VALUES ('administration', 0);
                """)
    }
}
