import GRDB

extension Migration {
    /// Music that people want, and who else wants it.
    ///
    /// `title_words` and `artist_words` are what wishes are told apart by and found by when music arrives. `arrival` is a track that a scan
    /// found and that may be it. `backers`, without the one who wished, is kept by triggers, because backers also go by cascade.
    static let m0025Wishes = Migration(name: "0025 wishes") { db in
        try db.execute(
            sql: """
                CREATE TABLE wish (
                  id TEXT NOT NULL PRIMARY KEY,
                  account TEXT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
                  title TEXT NOT NULL CHECK (title <> ''),
                  artist TEXT NOT NULL,
                  note TEXT NOT NULL,
                  cover TEXT CHECK (length(cover) = 64),
                  title_words TEXT NOT NULL CHECK (title_words <> ''),
                  artist_words TEXT NOT NULL,
                  backers INTEGER NOT NULL DEFAULT 0 CHECK (backers >= 0),
                  arrival TEXT REFERENCES track (id) ON DELETE SET NULL,
                  created_at INTEGER NOT NULL,
                  changed_at INTEGER NOT NULL,
                  UNIQUE (title_words, artist_words)
                ) STRICT;
                CREATE INDEX wish_by_date ON wish (created_at, id);
                CREATE INDEX wish_by_backers ON wish (backers, id);
                CREATE INDEX wish_of_account ON wish (account);
                CREATE INDEX wish_by_arrival ON wish (arrival) WHERE arrival IS NOT NULL;
                CREATE INDEX wish_by_cover ON wish (cover) WHERE cover IS NOT NULL;
                CREATE TABLE wish_backer (
                  wish TEXT NOT NULL REFERENCES wish ON DELETE CASCADE,
                  account TEXT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
                  backed_at INTEGER NOT NULL,
                  PRIMARY KEY (wish, account)
                ) STRICT, WITHOUT ROWID;
                CREATE INDEX wish_backer_account ON wish_backer (account);
                CREATE TRIGGER wish_backed AFTER INSERT ON wish_backer BEGIN
                  UPDATE wish SET backers = backers + 1 WHERE id = NEW.wish;
                END;
                CREATE TRIGGER wish_unbacked AFTER DELETE ON wish_backer BEGIN
                  UPDATE wish SET backers = backers - 1 WHERE id = OLD.wish;
                END;
                """)
    }
}
