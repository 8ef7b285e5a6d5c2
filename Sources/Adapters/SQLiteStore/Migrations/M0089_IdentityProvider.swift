import GRDB

extension Migration {
    /// The OpenID provider, what its groups give, and the accounts' links to its users. `sealed_secret` is encrypted by a
    /// secret that is not in the database. A group with `names_libraries` and without rows of libraries gives none. A
    /// session that the provider opened knows by whom, so that it can be ended there.
    static let m0089IdentityProvider = Migration(name: "0089 identity provider") { db in
        try db.execute(
            sql: """
                CREATE TABLE identity_provider (
                  id INTEGER NOT NULL PRIMARY KEY CHECK (id = 1),
                  is_on INTEGER NOT NULL CHECK (is_on IN (0, 1)),
                  name TEXT NOT NULL,
                  issuer TEXT NOT NULL,
                  client_id TEXT NOT NULL,
                  sealed_secret BLOB,
                  scopes TEXT NOT NULL,
                  groups_claim TEXT NOT NULL CHECK (groups_claim <> ''),
                  makes_accounts INTEGER NOT NULL CHECK (makes_accounts IN (0, 1)),
                  links_by_email INTEGER NOT NULL CHECK (links_by_email IN (0, 1)),
                  trusts_second_factor INTEGER NOT NULL CHECK (trusts_second_factor IN (0, 1)),
                  role TEXT CHECK (role IN ('listener', 'contributor', 'moderator', 'admin')),
                  roles_without_password TEXT NOT NULL
                ) STRICT;
                CREATE TABLE identity_group (
                  name TEXT NOT NULL PRIMARY KEY CHECK (name <> ''),
                  position INTEGER NOT NULL UNIQUE,
                  role TEXT CHECK (role IN ('listener', 'contributor', 'moderator', 'admin')),
                  names_libraries INTEGER NOT NULL CHECK (names_libraries IN (0, 1))
                ) STRICT, WITHOUT ROWID;
                CREATE TABLE identity_group_library (
                  group_name TEXT NOT NULL REFERENCES identity_group (name) ON DELETE CASCADE,
                  library TEXT NOT NULL REFERENCES library (id) ON DELETE CASCADE,
                  PRIMARY KEY (group_name, library)
                ) STRICT, WITHOUT ROWID;
                CREATE INDEX identity_group_library_library ON identity_group_library (library);
                CREATE TABLE identity_link (
                  id TEXT NOT NULL PRIMARY KEY,
                  account TEXT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
                  issuer TEXT NOT NULL CHECK (issuer <> ''),
                  subject TEXT NOT NULL CHECK (subject <> ''),
                  label TEXT NOT NULL,
                  created_at INTEGER NOT NULL,
                  last_used_at INTEGER NOT NULL,
                  UNIQUE (issuer, subject),
                  UNIQUE (account, issuer)
                ) STRICT;
                ALTER TABLE session ADD COLUMN identity_issuer TEXT;
                ALTER TABLE session ADD COLUMN identity_subject TEXT;
                ALTER TABLE session ADD COLUMN identity_session TEXT;
                CREATE INDEX session_identity ON session (identity_issuer, identity_subject)
                  WHERE identity_issuer IS NOT NULL;
                """)
    }
}
