import GRDB

extension Migration {
    /// The journal, which is only ever added to, and the numbers by which caches notice changes.
    static let m0000Journal = Migration(name: "0000 journal") { db in
        try db.execute(
            sql: """
                CREATE TABLE journal (
                  id TEXT NOT NULL PRIMARY KEY,
                  at INTEGER NOT NULL,
                  actor TEXT,
                  origin TEXT NOT NULL,
                  action TEXT NOT NULL CHECK (action <> ''),
                  subject_kind TEXT,
                  subject_id TEXT,
                  details TEXT NOT NULL CHECK (json_valid(details)),
                  CHECK ((subject_kind IS NULL) = (subject_id IS NULL))
                ) STRICT;
                CREATE INDEX journal_by_time ON journal (at, id);
                CREATE INDEX journal_by_actor ON journal (actor, at, id);
                CREATE INDEX journal_by_subject ON journal (subject_kind, subject_id, at, id);
                CREATE TRIGGER journal_is_not_changed BEFORE UPDATE ON journal
                  BEGIN SELECT RAISE(ABORT, 'the journal is append-only'); END;
                CREATE TRIGGER journal_is_not_cut BEFORE DELETE ON journal
                  BEGIN SELECT RAISE(ABORT, 'the journal is append-only'); END;

                CREATE TABLE revision (
                  area TEXT NOT NULL PRIMARY KEY,
                  value INTEGER NOT NULL
                ) STRICT, WITHOUT ROWID;
                INSERT INTO revision (area, value)
                  VALUES ('accounts', 0), ('catalogue', 0), ('listening', 0), ('scans', 0);
                """)
    }
}
