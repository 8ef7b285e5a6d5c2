import GRDB

extension Migration {
    /// Keys for remote clients, and how much of the line a person's streams may take (kbit/s; NULL for all).
    ///
    /// `hash` is keyed and `sealed` is encrypted by the key that `ring_key` names, which is not in the database. `scopes` are sorted and
    /// separated by spaces.
    static let m0010DeviceKeys = Migration(name: "0010 device keys") { db in
        try db.execute(
            sql: """
                ALTER TABLE account ADD COLUMN maximum_bitrate INTEGER CHECK (maximum_bitrate BETWEEN 32 AND 10000);
                CREATE TABLE device_key (
                  id TEXT PRIMARY KEY NOT NULL,
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
                """)
    }
}
