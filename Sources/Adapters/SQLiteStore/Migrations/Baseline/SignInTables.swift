extension Baseline {
    /// Sessions, tokens, keys, links and second factors.
    static let signIn = """
        -- A session that the OpenID provider opened has the provider's names for it, so that the provider can end it.
        CREATE TABLE session (
          id TEXT NOT NULL PRIMARY KEY,
          account TEXT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
          hash BLOB NOT NULL UNIQUE CHECK (length(hash) = 32),
          client TEXT NOT NULL,
          address TEXT NOT NULL,
          created_at INTEGER NOT NULL,
          last_used_at INTEGER NOT NULL,
          expires_at INTEGER NOT NULL,
          confirmed_at INTEGER NOT NULL DEFAULT 0,
          identity_issuer TEXT,
          identity_subject TEXT,
          identity_session TEXT
        ) STRICT;
        CREATE INDEX session_account ON session (account, last_used_at);
        CREATE INDEX session_last_used ON session (last_used_at);
        CREATE INDEX session_expires ON session (expires_at);
        CREATE INDEX session_identity ON session (identity_issuer, identity_subject) WHERE identity_issuer IS NOT NULL;

        -- `scopes` are separated by spaces.
        CREATE TABLE access_token (
          id TEXT NOT NULL PRIMARY KEY,
          account TEXT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
          hash BLOB NOT NULL UNIQUE CHECK (length(hash) = 32),
          label TEXT NOT NULL,
          created_at INTEGER NOT NULL,
          last_used_at INTEGER,
          expires_at INTEGER,
          scopes TEXT NOT NULL DEFAULT 'read' CHECK (scopes <> ''),
          last_address TEXT
        ) STRICT;
        CREATE INDEX access_token_account ON access_token (account, created_at);
        CREATE INDEX access_token_expires ON access_token (expires_at) WHERE expires_at IS NOT NULL;

        -- What a bearer token or a device key has made (decision 0027). `token` is the id of either; `former` is the
        -- role or address that an account had before. The rows outlive the token, so they refer to nothing.
        CREATE TABLE token_product (
          kind TEXT NOT NULL
            CHECK (kind IN ('account', 'password', 'link', 'invitation', 'session', 'share', 'role', 'enabled',
              'email')),
          product TEXT NOT NULL,
          token TEXT NOT NULL,
          former TEXT,
          at INTEGER NOT NULL,
          PRIMARY KEY (kind, product, token),
          CHECK (kind <> 'role' OR former IS NOT NULL)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX token_product_by_token ON token_product (token, at);

        -- Keys of remote clients. `hash` is keyed and `sealed` is encrypted by the key that `ring_key` names, which is
        -- not in the database. `scopes` are sorted and separated by spaces.
        CREATE TABLE device_key (
          id TEXT NOT NULL PRIMARY KEY,
          account TEXT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
          label TEXT NOT NULL,
          scopes TEXT NOT NULL CHECK (length(scopes) > 0),
          hash BLOB NOT NULL UNIQUE CHECK (length(hash) = 32),
          sealed BLOB NOT NULL,
          ring_key TEXT NOT NULL,
          created_at INTEGER NOT NULL,
          expires_at INTEGER,
          last_used_at INTEGER,
          last_client TEXT,
          last_address TEXT,
          CHECK ((last_used_at IS NULL) = (last_client IS NULL)),
          CHECK ((last_used_at IS NULL) = (last_address IS NULL))
        ) STRICT;
        CREATE INDEX device_key_account ON device_key (account, created_at);
        CREATE INDEX device_key_ring_key ON device_key (ring_key);
        CREATE INDEX device_key_expires ON device_key (expires_at) WHERE expires_at IS NOT NULL;

        -- Links that set up the server or an account's password. `created_by` is the user who made a link for another.
        CREATE TABLE account_link (
          id TEXT NOT NULL PRIMARY KEY,
          purpose TEXT NOT NULL CHECK (purpose IN ('setup', 'password')),
          hash BLOB NOT NULL UNIQUE CHECK (length(hash) = 32),
          account TEXT REFERENCES account (id) ON DELETE CASCADE,
          created_at INTEGER NOT NULL,
          expires_at INTEGER,
          used_at INTEGER,
          created_by TEXT REFERENCES account (id) ON DELETE CASCADE,
          CHECK ((purpose = 'setup') = (account IS NULL)),
          CHECK (purpose = 'setup' OR expires_at IS NOT NULL)
        ) STRICT;
        CREATE INDEX account_link_account ON account_link (account);
        CREATE INDEX account_link_expires ON account_link (expires_at) WHERE expires_at IS NOT NULL;
        CREATE INDEX account_link_by_maker ON account_link (created_by) WHERE created_by IS NOT NULL;

        -- `sealed` is encrypted by a secret that is not in the database.
        CREATE TABLE two_factor (
          account TEXT NOT NULL PRIMARY KEY REFERENCES account (id) ON DELETE CASCADE,
          sealed BLOB NOT NULL,
          key_id TEXT NOT NULL,
          enabled_at INTEGER NOT NULL,
          last_step INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;

        -- `hash` is keyed by a secret that is not in the database.
        CREATE TABLE recovery_code (
          account TEXT NOT NULL REFERENCES two_factor (account) ON DELETE CASCADE,
          hash BLOB NOT NULL CHECK (length(hash) = 32),
          PRIMARY KEY (account, hash)
        ) STRICT, WITHOUT ROWID;

        -- The roles that must have a second factor.
        CREATE TABLE two_factor_role (
          role TEXT NOT NULL PRIMARY KEY CHECK (role IN ('listener', 'contributor', 'moderator', 'admin'))
        ) STRICT, WITHOUT ROWID;

        -- Public keys that authenticators have made for accounts. `credential` is the authenticator's name for one;
        -- `site` is the host name that it is bound to.
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
        """

    /// The OpenID provider, the rights that its groups give, and the accounts' links to its users.
    static let identityProvider = """
        -- `sealed_secret` is encrypted by a secret that is not in the database.
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

        -- A group with `names_libraries` and without rows in `identity_group_library` gives no library.
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
        """
}
