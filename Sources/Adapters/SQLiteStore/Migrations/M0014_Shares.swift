import GRDB

extension Migration {
    /// What people show to others by a link. The link itself is nowhere here: it is worked out from the id and a key outside the database.
    ///
    /// `playlist` refers to nothing, since a share may be older than its playlist's row ever was; a playlist that is gone is left out.
    static let m0014Shares = Migration(name: "0014 shares") { db in
        try db.execute(
            sql: """
                CREATE TABLE share (
                  id TEXT PRIMARY KEY NOT NULL CHECK (length(id) = 36),
                  account TEXT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
                  description TEXT CHECK (description <> ''),
                  created_at INTEGER NOT NULL,
                  expires_at INTEGER,
                  last_visited_at INTEGER,
                  visits INTEGER NOT NULL DEFAULT 0 CHECK (visits >= 0),
                  CHECK ((visits = 0) = (last_visited_at IS NULL))
                ) STRICT;
                CREATE INDEX share_account ON share (account, created_at, id);
                CREATE TABLE share_item (
                  share TEXT NOT NULL REFERENCES share (id) ON DELETE CASCADE,
                  place INTEGER NOT NULL CHECK (place >= 0),
                  track TEXT REFERENCES track (id) ON DELETE CASCADE,
                  album TEXT REFERENCES album (id) ON DELETE CASCADE,
                  playlist TEXT,
                  PRIMARY KEY (share, place),
                  CHECK ((track IS NOT NULL) + (album IS NOT NULL) + (playlist IS NOT NULL) = 1)
                ) STRICT, WITHOUT ROWID;
                CREATE INDEX share_item_track ON share_item (track) WHERE track IS NOT NULL;
                CREATE INDEX share_item_album ON share_item (album) WHERE album IS NOT NULL;
                """)
    }
}
