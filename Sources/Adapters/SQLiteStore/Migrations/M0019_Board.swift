import GRDB

extension Migration {
    /// The daily board. Days are counted from 1970-01-01; `board_day` holds those that were opened, of which the last is the one that is
    /// open: a day is never opened again. A post keeps what its song was called and which library it was in, because tracks may be
    /// deleted. Reactions are named by the application, which decides what there are.
    static let m0019Board = Migration(name: "0019 board") { db in
        try db.execute(
            sql: """
                CREATE TABLE board_day (
                  day INTEGER NOT NULL PRIMARY KEY,
                  opened_at INTEGER NOT NULL
                ) STRICT;
                CREATE TABLE board_post (
                  id TEXT NOT NULL PRIMARY KEY,
                  day INTEGER NOT NULL REFERENCES board_day (day),
                  account TEXT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
                  at INTEGER NOT NULL,
                  caption TEXT NOT NULL,
                  track TEXT REFERENCES track (id) ON DELETE SET NULL,
                  library TEXT NOT NULL,
                  title TEXT NOT NULL,
                  artist TEXT NOT NULL,
                  hidden_at INTEGER,
                  hidden_by TEXT,
                  hidden_reason TEXT,
                  UNIQUE (day, account),
                  CHECK ((hidden_at IS NULL) = (hidden_reason IS NULL)),
                  CHECK ((hidden_at IS NULL) = (hidden_by IS NULL))
                ) STRICT;
                CREATE INDEX board_post_by_time ON board_post (day, at, id);
                CREATE INDEX board_post_by_account ON board_post (account);
                CREATE INDEX board_post_by_track ON board_post (track) WHERE track IS NOT NULL;
                CREATE TABLE board_reaction (
                  post TEXT NOT NULL REFERENCES board_post (id) ON DELETE CASCADE,
                  reaction TEXT NOT NULL CHECK (reaction <> ''),
                  account TEXT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
                  at INTEGER NOT NULL,
                  PRIMARY KEY (post, reaction, account)
                ) STRICT, WITHOUT ROWID;
                CREATE INDEX board_reaction_by_account ON board_reaction (account);
                CREATE TABLE board_comment (
                  id TEXT NOT NULL PRIMARY KEY,
                  day INTEGER NOT NULL REFERENCES board_day (day),
                  post TEXT REFERENCES board_post (id) ON DELETE CASCADE,
                  account TEXT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
                  at INTEGER NOT NULL,
                  text TEXT NOT NULL CHECK (text <> ''),
                  hidden_at INTEGER,
                  hidden_by TEXT,
                  hidden_reason TEXT,
                  CHECK ((hidden_at IS NULL) = (hidden_reason IS NULL)),
                  CHECK ((hidden_at IS NULL) = (hidden_by IS NULL))
                ) STRICT;
                CREATE INDEX board_comment_by_post ON board_comment (post, at, id) WHERE post IS NOT NULL;
                CREATE INDEX board_comment_by_day ON board_comment (day, at, id) WHERE post IS NULL;
                CREATE INDEX board_comment_by_account ON board_comment (account);
                INSERT INTO revision (area, value) VALUES ('board', 0);
                """)
    }
}
