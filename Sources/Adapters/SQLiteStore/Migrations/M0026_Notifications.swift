import GRDB

extension Migration {
    /// What people are told, each on their own, and which kinds of it they do not want to be told.
    ///
    /// `subject` is what it leads to; it is no foreign key, because it is one of several kinds of things. `library` is that of the music
    /// that it is about, for when somebody does not see that any more. Nobody is told twice of one `topic`.
    static let m0026Notifications = Migration(name: "0026 notifications") { db in
        try db.execute(
            sql: """
                CREATE TABLE notification (
                  id TEXT NOT NULL PRIMARY KEY,
                  account TEXT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
                  kind TEXT NOT NULL CHECK (kind <> ''),
                  at INTEGER NOT NULL,
                  read_at INTEGER,
                  actor TEXT REFERENCES account (id) ON DELETE SET NULL,
                  subject_kind TEXT CHECK (subject_kind <> ''),
                  subject TEXT,
                  day TEXT,
                  library TEXT,
                  title TEXT NOT NULL,
                  text TEXT NOT NULL,
                  topic TEXT,
                  CHECK ((subject IS NULL) = (subject_kind IS NULL)),
                  UNIQUE (account, topic)
                ) STRICT;
                CREATE INDEX notification_by_date ON notification (account, at, id);
                CREATE INDEX notification_unread ON notification (account, at, id) WHERE read_at IS NULL;
                CREATE INDEX notification_by_subject ON notification (subject) WHERE subject IS NOT NULL;
                CREATE INDEX notification_by_actor ON notification (actor) WHERE actor IS NOT NULL;
                CREATE TABLE notification_muting (
                  account TEXT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
                  kind TEXT NOT NULL CHECK (kind <> ''),
                  PRIMARY KEY (account, kind)
                ) STRICT, WITHOUT ROWID;
                INSERT INTO revision (area, value) VALUES ('notifications', 0);
                """)
    }
}
