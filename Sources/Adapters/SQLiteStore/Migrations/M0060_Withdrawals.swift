import GRDB

extension Migration {
    /// Music that moderators have taken out of the catalogue. The rows that hide a song keep what is needed to tell its file again and to
    /// bring it back; those of ended withdrawals stay to be read.
    static let m0060Withdrawals = Migration(name: "0060 withdrawals") { db in
        try db.execute(
            sql: """
                CREATE TABLE withdrawal (
                  id TEXT NOT NULL PRIMARY KEY,
                  track TEXT NOT NULL REFERENCES track (id) ON DELETE CASCADE,
                  library TEXT NOT NULL,
                  folder BLOB NOT NULL,
                  name BLOB NOT NULL CHECK (length(name) > 0),
                  size INTEGER NOT NULL,
                  modified_ns INTEGER NOT NULL,
                  signature BLOB NOT NULL,
                  title TEXT NOT NULL,
                  artist TEXT NOT NULL,
                  album TEXT NOT NULL,
                  words TEXT NOT NULL,
                  cover TEXT CHECK (length(cover) = 64),
                  reason TEXT NOT NULL CHECK (reason <> ''),
                  state TEXT NOT NULL
                    CHECK (state IN ('leaving', 'binned', 'returning', 'removing', 'restored', 'removed')),
                  failure TEXT,
                  giver TEXT REFERENCES account (id) ON DELETE SET NULL,
                  moderator TEXT REFERENCES account (id) ON DELETE SET NULL,
                  at INTEGER NOT NULL,
                  ended_at INTEGER,
                  CHECK ((state IN ('restored', 'removed')) = (ended_at IS NOT NULL))
                ) STRICT;
                CREATE UNIQUE INDEX withdrawal_of_track ON withdrawal (track) WHERE ended_at IS NULL;
                CREATE INDEX withdrawal_by_signature ON withdrawal (signature) WHERE ended_at IS NULL;
                CREATE INDEX withdrawal_ever_of_track ON withdrawal (track);
                CREATE INDEX withdrawal_in_bin ON withdrawal (at, id) WHERE ended_at IS NULL;
                CREATE INDEX withdrawal_ended ON withdrawal (at, id) WHERE ended_at IS NOT NULL;
                CREATE INDEX withdrawal_by_giver ON withdrawal (giver, at, id) WHERE giver IS NOT NULL;
                CREATE INDEX withdrawal_by_moderator ON withdrawal (moderator) WHERE moderator IS NOT NULL;
                """)
    }
}
