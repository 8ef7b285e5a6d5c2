import GRDB

extension Migration {
    /// What people send, and what they give to the libraries. An upload that was looked through becomes a submission of the same id; the file
    /// in the quarantine is called by it.
    ///
    /// `received` is how many bytes are on the disk for good. `form` is the coded form of the application's `SubmissionForm`. `at` is when it
    /// was handed in last, or made. From `approving` on `folder` and `name` say where in the library the file goes: they are written before
    /// anything is moved. `is_kept` says whether the given file is still in the quarantine.
    static let m0029Submissions = Migration(name: "0029 submissions") { db in
        try db.execute(
            sql: """
                CREATE TABLE upload (
                  id TEXT NOT NULL PRIMARY KEY,
                  account TEXT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
                  name TEXT NOT NULL CHECK (name <> ''),
                  length INTEGER NOT NULL CHECK (length > 0),
                  received INTEGER NOT NULL DEFAULT 0 CHECK (received BETWEEN 0 AND length),
                  state TEXT NOT NULL CHECK (state IN ('receiving', 'checking', 'refused')),
                  batch TEXT,
                  submits INTEGER NOT NULL CHECK (submits IN (0, 1)),
                  wish TEXT REFERENCES wish (id) ON DELETE SET NULL,
                  reason TEXT,
                  detail TEXT,
                  created_at INTEGER NOT NULL,
                  touched_at INTEGER NOT NULL,
                  CHECK ((state = 'refused') = (reason IS NOT NULL)),
                  CHECK (state <> 'checking' OR received = length)
                ) STRICT;
                CREATE INDEX upload_of_account ON upload (account, created_at, id);
                CREATE INDEX upload_by_state ON upload (state, id);
                CREATE INDEX upload_by_touch ON upload (touched_at) WHERE state <> 'checking';
                CREATE INDEX upload_by_wish ON upload (wish) WHERE wish IS NOT NULL;
                CREATE TABLE submission (
                  id TEXT NOT NULL PRIMARY KEY,
                  account TEXT REFERENCES account (id) ON DELETE SET NULL,
                  batch TEXT,
                  state TEXT NOT NULL
                    CHECK (state IN ('draft', 'pending', 'approving', 'approved', 'rejected', 'withdrawn')),
                  revision INTEGER NOT NULL DEFAULT 1,
                  file_name TEXT NOT NULL,
                  size INTEGER NOT NULL CHECK (size > 0),
                  digest BLOB NOT NULL CHECK (length(digest) = 32),
                  media_type TEXT NOT NULL,
                  codec TEXT NOT NULL,
                  duration_ms INTEGER NOT NULL,
                  bitrate INTEGER NOT NULL,
                  sample_rate INTEGER NOT NULL,
                  channels INTEGER NOT NULL,
                  bit_depth INTEGER NOT NULL,
                  form TEXT NOT NULL CHECK (json_type(form) = 'object'),
                  words TEXT NOT NULL,
                  cover TEXT CHECK (length(cover) = 64),
                  file_cover TEXT CHECK (length(file_cover) = 64),
                  note TEXT NOT NULL,
                  wish TEXT REFERENCES wish (id) ON DELETE SET NULL,
                  reason TEXT,
                  failure TEXT,
                  decided_by TEXT REFERENCES account (id) ON DELETE SET NULL,
                  decided_at INTEGER,
                  library TEXT REFERENCES library (id) ON DELETE SET NULL,
                  folder BLOB,
                  name BLOB,
                  track TEXT REFERENCES track (id) ON DELETE SET NULL,
                  is_kept INTEGER NOT NULL DEFAULT 1 CHECK (is_kept IN (0, 1)),
                  created_at INTEGER NOT NULL,
                  submitted_at INTEGER,
                  changed_at INTEGER NOT NULL,
                  at INTEGER NOT NULL,
                  CHECK (state NOT IN ('approving', 'approved') OR (folder IS NOT NULL AND name IS NOT NULL))
                ) STRICT;
                CREATE INDEX submission_of_account ON submission (account, at, id);
                CREATE INDEX submission_by_state ON submission (state, at, id);
                CREATE INDEX submission_by_date ON submission (at, id) WHERE state IN
                  ('pending', 'approving', 'approved', 'rejected');
                CREATE INDEX submission_by_batch ON submission (batch, at, id) WHERE batch IS NOT NULL;
                CREATE INDEX submission_left ON submission (changed_at)
                  WHERE state IN ('draft', 'rejected', 'withdrawn');
                CREATE UNIQUE INDEX submission_underway ON submission (library, folder, name)
                  WHERE state = 'approving';
                CREATE INDEX submission_published ON submission (id) WHERE state = 'approved' AND is_kept = 1;
                CREATE INDEX submission_by_track ON submission (track) WHERE track IS NOT NULL;
                CREATE INDEX submission_by_wish ON submission (wish) WHERE wish IS NOT NULL;
                CREATE INDEX submission_by_decider ON submission (decided_by) WHERE decided_by IS NOT NULL;
                CREATE INDEX submission_by_library ON submission (library) WHERE library IS NOT NULL;
                INSERT INTO revision (area, value) VALUES ('submissions', 0);
                """)
    }
}
