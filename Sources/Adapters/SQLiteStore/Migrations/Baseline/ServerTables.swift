extension Baseline {
    /// The data of the server itself: its identity, settings, the clock, cleanups, figures and backups.
    static let server = """
        -- One number per area, by which caches notice changes. Each write increments its area's number.
        CREATE TABLE revision (
          area TEXT NOT NULL PRIMARY KEY,
          value INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
        INSERT INTO revision (area, value)
          VALUES ('accounts', 0), ('administration', 0), ('analysis', 0), ('board', 0), ('catalogue', 0),
            ('descriptions', 0), ('fingerprints', 0), ('listening', 0), ('notifications', 0), ('podcasts', 0),
            ('scans', 0), ('shelf', 0), ('submissions', 0), ('upkeep', 0);

        -- The instance that the database belongs to. Its one row is there from the first start on; the same id is
        -- stored with the keys.
        CREATE TABLE instance (
          only INTEGER NOT NULL PRIMARY KEY CHECK (only = 1),
          id TEXT NOT NULL CHECK (id <> '')
        ) STRICT;

        -- Settings that change while the server runs.
        CREATE TABLE setting (
          key TEXT NOT NULL PRIMARY KEY CHECK (key <> ''),
          value TEXT NOT NULL
        ) STRICT, WITHOUT ROWID;

        -- The time of the last look at the clock, so that the next start notices a jump. `accepted` counts how often an
        -- operator has confirmed the machine's clock: a running server sees by it that a command did.
        CREATE TABLE clock_record (
          only INTEGER NOT NULL PRIMARY KEY CHECK (only = 1),
          time INTEGER NOT NULL,
          uptime INTEGER NOT NULL,
          boot TEXT NOT NULL,
          accepted INTEGER NOT NULL DEFAULT 0
        ) STRICT;

        -- Items of a kind that nothing needs, and since when. They are removed for good after a day.
        CREATE TABLE cleanup_mark (
          kind TEXT NOT NULL CHECK (kind <> ''),
          name TEXT NOT NULL CHECK (name <> ''),
          marked_at INTEGER NOT NULL,
          PRIMARY KEY (kind, name)
        ) STRICT, WITHOUT ROWID;

        -- `stopped` is the number of items that a run was not allowed to remove.
        CREATE TABLE cleanup_state (
          kind TEXT NOT NULL PRIMARY KEY CHECK (kind <> ''),
          ran_at INTEGER NOT NULL,
          total INTEGER NOT NULL,
          marked INTEGER NOT NULL,
          removed INTEGER NOT NULL,
          removed_at INTEGER,
          stopped INTEGER,
          allowed INTEGER NOT NULL DEFAULT 0 CHECK (allowed IN (0, 1))
        ) STRICT, WITHOUT ROWID;

        -- Figures by the hour, such as the bytes that were sent. `hour` counts hours since 1970-01-01T00:00:00Z.
        CREATE TABLE server_figure (
          figure TEXT NOT NULL,
          hour INTEGER NOT NULL,
          value INTEGER NOT NULL,
          PRIMARY KEY (figure, hour)
        ) STRICT, WITHOUT ROWID;

        -- Backups that were made or failed.
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

        -- The daily backup. A backup that was pending before `since`, the time of the last change, is not made up for.
        CREATE TABLE backup_schedule (
          only INTEGER NOT NULL PRIMARY KEY CHECK (only = 1),
          enabled INTEGER NOT NULL CHECK (enabled IN (0, 1)),
          minute INTEGER NOT NULL CHECK (minute BETWEEN 0 AND 1439),
          keep INTEGER NOT NULL CHECK (keep BETWEEN 1 AND 365),
          with_music INTEGER NOT NULL CHECK (with_music IN (0, 1)),
          since INTEGER NOT NULL DEFAULT 0
        ) STRICT;
        """

    /// The journal, which only grows, and the events that clients follow.
    static let journal = """
        -- Each row is numbered, and its seal covers the row and all rows before it (`JournalSeal`).
        CREATE TABLE journal (
          number INTEGER NOT NULL PRIMARY KEY CHECK (number > 0),
          id TEXT NOT NULL UNIQUE,
          at INTEGER NOT NULL,
          actor TEXT,
          origin TEXT NOT NULL,
          action TEXT NOT NULL CHECK (action <> ''),
          subject_kind TEXT,
          subject_id TEXT,
          details TEXT NOT NULL CHECK (json_valid(details)),
          seal BLOB NOT NULL CHECK (length(seal) = 32),
          CHECK ((subject_kind IS NULL) = (subject_id IS NULL))
        ) STRICT;
        CREATE INDEX journal_newest ON journal (at, number);
        CREATE INDEX journal_of_actor ON journal (actor, at, number);
        CREATE INDEX journal_of_action ON journal (action, at, number);
        CREATE INDEX journal_of_actor_and_action ON journal (actor, action, at, number);
        CREATE INDEX journal_about ON journal (subject_kind, subject_id, at, number);
        CREATE INDEX journal_without_plays ON journal (at, number) WHERE action <> 'play.record';
        CREATE INDEX journal_of_kind ON journal (subject_kind, at, number);
        CREATE INDEX journal_of_kind_without_plays ON journal (subject_kind, at, number) WHERE action <> 'play.record';
        CREATE TRIGGER journal_goes_on BEFORE INSERT ON journal
          WHEN NEW.number <> (SELECT head_number + 1 FROM journal_chain) BEGIN
          SELECT RAISE(ABORT, 'the journal is append-only');
        END;
        CREATE TRIGGER journal_has_a_head AFTER INSERT ON journal BEGIN
          UPDATE journal_chain SET head_number = NEW.number, head_seal = NEW.seal;
        END;
        CREATE TRIGGER journal_is_not_changed BEFORE UPDATE ON journal BEGIN
          SELECT RAISE(ABORT, 'the journal is append-only');
        END;
        CREATE TRIGGER journal_is_not_cut BEFORE DELETE ON journal
          WHEN OLD.number > (SELECT cut_number FROM journal_chain) BEGIN
          SELECT RAISE(ABORT, 'the journal is append-only');
        END;

        -- The point where the journal was truncated, and its last row, so that rows missing at either end are noticed.
        CREATE TABLE journal_chain (
          one INTEGER NOT NULL PRIMARY KEY CHECK (one = 1),
          head_number INTEGER NOT NULL,
          head_seal BLOB NOT NULL CHECK (length(head_seal) = 32),
          cut_number INTEGER NOT NULL,
          cut_seal BLOB NOT NULL CHECK (length(cut_seal) = 32),
          cut_total INTEGER NOT NULL
        ) STRICT;
        INSERT INTO journal_chain (one, head_number, head_seal, cut_number, cut_seal, cut_total)
          VALUES (1, 0, zeroblob(32), 0, zeroblob(32), 0);
        CREATE TRIGGER journal_chain_is_cut_forwards BEFORE UPDATE OF cut_number, cut_seal ON journal_chain
          WHEN NEW.cut_number < OLD.cut_number OR NEW.cut_number >= NEW.head_number
            OR NOT EXISTS (SELECT 1 FROM journal WHERE number = NEW.cut_number AND seal = NEW.cut_seal) BEGIN
          SELECT RAISE(ABORT, 'the journal is append-only');
        END;
        CREATE TRIGGER journal_chain_stays BEFORE DELETE ON journal_chain BEGIN
          SELECT RAISE(ABORT, 'the journal is append-only');
        END;

        -- The latest events, for clients that return. A number is never used again (AUTOINCREMENT), even after all
        -- events have been deleted. `audience` says whether `whom` names a user, a library or a permission; nobody for
        -- `everyone`.
        CREATE TABLE event (
          number INTEGER PRIMARY KEY AUTOINCREMENT,
          name TEXT NOT NULL CHECK (name <> ''),
          audience TEXT NOT NULL CHECK (audience IN ('everyone', 'person', 'library', 'permission')),
          whom TEXT,
          data TEXT NOT NULL CHECK (json_type(data) = 'object'),
          CHECK ((audience = 'everyone') = (whom IS NULL))
        ) STRICT;
        """
}
