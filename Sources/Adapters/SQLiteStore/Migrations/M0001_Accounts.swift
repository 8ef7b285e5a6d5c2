import GRDB

extension Migration {
    static let m0001Accounts = Migration(name: "0001 accounts") { db in
        try db.execute(
            sql: """
                CREATE TABLE account (
                    id TEXT PRIMARY KEY NOT NULL,
                    username TEXT NOT NULL CHECK (length(username) BETWEEN 1 AND 64),
                    username_key TEXT NOT NULL UNIQUE,
                    display_name TEXT NOT NULL,
                    email TEXT,
                    email_key TEXT UNIQUE,
                    search_text TEXT NOT NULL,
                    role TEXT NOT NULL CHECK (role IN ('listener', 'contributor', 'moderator', 'admin')),
                    disabled INTEGER NOT NULL CHECK (disabled IN (0, 1)),
                    locale TEXT NOT NULL CHECK (locale IN ('en', 'pl', 'es')),
                    theme TEXT NOT NULL CHECK (theme IN ('system', 'light', 'dark')),
                    picture TEXT CHECK (length(picture) = 64),
                    password_hash TEXT,
                    password_key_id TEXT,
                    created_at INTEGER NOT NULL,
                    password_changed_at INTEGER,
                    last_seen_at INTEGER,
                    CHECK ((email IS NULL) = (email_key IS NULL)),
                    CHECK (password_hash IS NOT NULL OR password_key_id IS NULL)
                ) STRICT;
                CREATE INDEX account_able_admin ON account (id)
                    WHERE role = 'admin' AND disabled = 0 AND password_hash IS NOT NULL;

                CREATE TABLE session (
                    id TEXT PRIMARY KEY NOT NULL,
                    account TEXT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
                    hash BLOB NOT NULL UNIQUE CHECK (length(hash) = 32),
                    client TEXT NOT NULL,
                    address TEXT NOT NULL,
                    created_at INTEGER NOT NULL,
                    last_used_at INTEGER NOT NULL,
                    expires_at INTEGER NOT NULL
                ) STRICT;
                CREATE INDEX session_account ON session (account, last_used_at);
                CREATE INDEX session_last_used ON session (last_used_at);
                CREATE INDEX session_expires ON session (expires_at);

                CREATE TABLE access_token (
                    id TEXT PRIMARY KEY NOT NULL,
                    account TEXT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
                    hash BLOB NOT NULL UNIQUE CHECK (length(hash) = 32),
                    label TEXT NOT NULL,
                    created_at INTEGER NOT NULL,
                    last_used_at INTEGER,
                    expires_at INTEGER
                ) STRICT;
                CREATE INDEX access_token_account ON access_token (account, created_at);
                CREATE INDEX access_token_expires ON access_token (expires_at) WHERE expires_at IS NOT NULL;

                CREATE TABLE account_link (
                    id TEXT PRIMARY KEY NOT NULL,
                    purpose TEXT NOT NULL CHECK (purpose IN ('setup', 'password')),
                    hash BLOB NOT NULL UNIQUE CHECK (length(hash) = 32),
                    account TEXT REFERENCES account (id) ON DELETE CASCADE,
                    created_at INTEGER NOT NULL,
                    expires_at INTEGER,
                    used_at INTEGER,
                    CHECK ((purpose = 'setup') = (account IS NULL)),
                    CHECK (purpose = 'setup' OR expires_at IS NOT NULL)
                ) STRICT;
                CREATE INDEX account_link_account ON account_link (account);
                CREATE INDEX account_link_expires ON account_link (expires_at) WHERE expires_at IS NOT NULL;
                """)
    }
}
