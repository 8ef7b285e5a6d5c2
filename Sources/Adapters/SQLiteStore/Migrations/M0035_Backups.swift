import GRDB

extension Migration {
    /// When backups were made and what became of them, and when they are made by themselves.
    static let m0035Backups = Migration(name: "0035 backups") { db in
        try db.execute(
            sql: """
                CREATE TABLE backup_run (
                  id TEXT NOT NULL PRIMARY KEY,
                  kind TEXT NOT NULL CHECK (kind <> ''),
                  state TEXT NOT NULL CHECK (state IN ('running', 'done', 'failed', 'interrupted')),
                  started_at INTEGER NOT NULL,
                  ended_at INTEGER,
                  with_music INTEGER NOT NULL CHECK (with_music IN (0, 1)),
                  file TEXT,
                  size INTEGER,
                  failure TEXT,
                  verified_at INTEGER,
                  defect TEXT
                ) STRICT;
                CREATE INDEX backup_run_by_start ON backup_run (started_at, id);
                CREATE INDEX backup_run_by_file ON backup_run (file) WHERE file IS NOT NULL;
                CREATE TABLE backup_schedule (
                  only INTEGER NOT NULL PRIMARY KEY CHECK (only = 1),
                  enabled INTEGER NOT NULL CHECK (enabled IN (0, 1)),
                  minute INTEGER NOT NULL CHECK (minute BETWEEN 0 AND 1439),
                  keep INTEGER NOT NULL CHECK (keep BETWEEN 1 AND 365),
                  with_music INTEGER NOT NULL CHECK (with_music IN (0, 1))
                ) STRICT;
                INSERT INTO revision (area, value) VALUES ('upkeep', 0);
                """)
    }
}
