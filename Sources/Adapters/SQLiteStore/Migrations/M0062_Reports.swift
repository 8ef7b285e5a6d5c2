import GRDB

extension Migration {
    /// What people have reported to moderators. `subject` is no foreign key, because it is one of several kinds of things; what it was
    /// called then stays with the report. A person has one open report about a thing.
    static let m0062Reports = Migration(name: "0062 reports") { db in
        try db.execute(
            sql: """
                CREATE TABLE report (
                  id TEXT NOT NULL PRIMARY KEY,
                  reporter TEXT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
                  kind TEXT NOT NULL CHECK (kind <> ''),
                  subject TEXT NOT NULL,
                  day TEXT,
                  library TEXT,
                  owner TEXT REFERENCES account (id) ON DELETE SET NULL,
                  title TEXT NOT NULL,
                  text TEXT NOT NULL,
                  at INTEGER NOT NULL,
                  state TEXT NOT NULL CHECK (state IN ('open', 'acted', 'dismissed')),
                  moderator TEXT REFERENCES account (id) ON DELETE SET NULL,
                  answer TEXT NOT NULL DEFAULT '',
                  closed_at INTEGER,
                  CHECK ((state = 'open') = (closed_at IS NULL))
                ) STRICT;
                CREATE UNIQUE INDEX report_once ON report (reporter, kind, subject) WHERE closed_at IS NULL;
                CREATE INDEX report_about ON report (kind, subject) WHERE closed_at IS NULL;
                CREATE INDEX report_open ON report (at, id) WHERE closed_at IS NULL;
                CREATE INDEX report_closed ON report (at, id) WHERE closed_at IS NOT NULL;
                CREATE INDEX report_by_reporter ON report (reporter, at, id);
                CREATE INDEX report_by_owner ON report (owner) WHERE owner IS NOT NULL;
                CREATE INDEX report_by_moderator ON report (moderator) WHERE moderator IS NOT NULL;
                """)
    }
}
