import GRDB

extension Migration {
    /// Files that the gateway fetches for people. `id` becomes the upload's, and the file in the quarantine is called by it. `reserved` are bytes
    /// that it may take before it is asked again; they count as given.
    static let m0039LinkImports = Migration(name: "0039 link imports") { db in
        try db.execute(
            sql: """
                CREATE TABLE link_import (
                  id TEXT NOT NULL PRIMARY KEY,
                  account TEXT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
                  address TEXT NOT NULL CHECK (address <> ''),
                  state TEXT NOT NULL CHECK (state IN ('waiting', 'fetching', 'done', 'failed')),
                  name TEXT CHECK (name <> ''),
                  received INTEGER NOT NULL DEFAULT 0 CHECK (received >= 0),
                  reserved INTEGER NOT NULL DEFAULT 0 CHECK (reserved >= 0),
                  total INTEGER CHECK (total > 0),
                  attempts INTEGER NOT NULL DEFAULT 0,
                  wish TEXT REFERENCES wish (id) ON DELETE SET NULL,
                  reason TEXT,
                  created_at INTEGER NOT NULL,
                  changed_at INTEGER NOT NULL,
                  CHECK ((state = 'failed') = (reason IS NOT NULL)),
                  CHECK (state = 'fetching' OR reserved = 0)
                ) STRICT;
                CREATE INDEX link_import_of_account ON link_import (account, created_at, id);
                CREATE INDEX link_import_by_state ON link_import (state, id);
                CREATE INDEX link_import_fetching ON link_import (account) WHERE state = 'fetching';
                CREATE INDEX link_import_ended ON link_import (changed_at) WHERE state IN ('done', 'failed');
                CREATE INDEX link_import_by_wish ON link_import (wish) WHERE wish IS NOT NULL;
                """)
    }
}
