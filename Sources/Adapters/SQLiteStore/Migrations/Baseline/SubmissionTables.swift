extension Baseline {
    /// Music that users send.
    static let submissions = """
        -- `received` is the number of bytes that are on the disk for good.
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

        -- An examined upload becomes a submission with the same id, which is also the file's name in the quarantine.
        -- `form` is the coded form of the application's `SubmissionForm`. `at` is when it was last submitted, or else
        -- made. From `approving` on, `folder` and `name` say where the file goes in the library: they are written
        -- before anything is moved. `is_kept` says whether the file is still in the quarantine.
        CREATE TABLE submission (
          id TEXT NOT NULL PRIMARY KEY,
          account TEXT REFERENCES account (id) ON DELETE SET NULL,
          batch TEXT,
          state TEXT NOT NULL CHECK (state IN ('draft', 'pending', 'approving', 'approved', 'rejected', 'withdrawn')),
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
        CREATE INDEX submission_by_date ON submission (at, id)
          WHERE state IN ('pending', 'approving', 'approved', 'rejected');
        CREATE INDEX submission_by_batch ON submission (batch, at, id) WHERE batch IS NOT NULL;
        CREATE INDEX submission_left ON submission (changed_at) WHERE state IN ('draft', 'rejected', 'withdrawn');
        CREATE UNIQUE INDEX submission_underway ON submission (library, folder, name) WHERE state = 'approving';
        CREATE INDEX submission_published ON submission (id) WHERE state = 'approved' AND is_kept = 1;
        CREATE INDEX submission_by_track ON submission (track) WHERE track IS NOT NULL;
        CREATE INDEX submission_by_wish ON submission (wish) WHERE wish IS NOT NULL;
        CREATE INDEX submission_by_decider ON submission (decided_by) WHERE decided_by IS NOT NULL;
        CREATE INDEX submission_by_library ON submission (library) WHERE library IS NOT NULL;
        CREATE INDEX submission_by_cover ON submission (cover, account, state) WHERE cover IS NOT NULL;
        CREATE INDEX submission_by_file_cover ON submission (file_cover, account, state) WHERE file_cover IS NOT NULL;

        -- The sound of a submitted file, and the tracks and submissions that are alike.
        CREATE TABLE submission_sound (
          submission TEXT NOT NULL PRIMARY KEY REFERENCES submission (id) ON DELETE CASCADE,
          duration_ms INTEGER NOT NULL,
          sound BLOB NOT NULL CHECK (length(sound) > 0)
        ) STRICT;
        CREATE INDEX submission_sound_by_duration ON submission_sound (duration_ms);

        CREATE TABLE submission_alike (
          submission TEXT NOT NULL REFERENCES submission (id) ON DELETE CASCADE,
          track INTEGER REFERENCES track (seq) ON DELETE CASCADE,
          other TEXT REFERENCES submission (id) ON DELETE CASCADE,
          similarity REAL NOT NULL,
          CHECK ((track IS NULL) <> (other IS NULL))
        ) STRICT;
        CREATE UNIQUE INDEX submission_alike_track ON submission_alike (submission, track) WHERE track IS NOT NULL;
        CREATE UNIQUE INDEX submission_alike_other ON submission_alike (submission, other) WHERE other IS NOT NULL;
        CREATE INDEX submission_alike_of ON submission_alike (submission, similarity DESC);
        CREATE INDEX submission_alike_by_track ON submission_alike (track) WHERE track IS NOT NULL;
        CREATE INDEX submission_alike_by_other ON submission_alike (other) WHERE other IS NOT NULL;

        CREATE TABLE submission_analysis (
          submission TEXT NOT NULL PRIMARY KEY REFERENCES submission (id) ON DELETE CASCADE,
          signature BLOB NOT NULL,
          version INTEGER NOT NULL,
          sound BLOB NOT NULL
        ) STRICT;
        CREATE INDEX submission_analysis_by_signature ON submission_analysis (signature);

        -- Files that the server fetches. `id` becomes the upload's, and the file in the quarantine is named by it.
        -- `reserved` are bytes that it may take before it is asked again; they count as submitted.
        CREATE TABLE link_import (
          id TEXT NOT NULL PRIMARY KEY,
          account TEXT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
          address TEXT NOT NULL CHECK (address <> ''),
          state TEXT NOT NULL CHECK (state IN ('waiting', 'fetching', 'done', 'failed')),
          name TEXT CHECK (name <> ''),
          received INTEGER NOT NULL DEFAULT 0 CHECK (received >= 0),
          reserved INTEGER NOT NULL DEFAULT 0 CHECK (reserved >= 0),
          total INTEGER CHECK (total > 0),
          attempts INTEGER NOT NULL DEFAULT 0,
          wish TEXT REFERENCES wish (id) ON DELETE SET NULL,
          reason TEXT,
          created_at INTEGER NOT NULL,
          changed_at INTEGER NOT NULL,
          CHECK ((state = 'failed') = (reason IS NOT NULL)),
          CHECK (state = 'fetching' OR reserved = 0)
        ) STRICT;
        CREATE INDEX link_import_of_account ON link_import (account, created_at, id);
        CREATE INDEX link_import_by_state ON link_import (state, id);
        CREATE INDEX link_import_fetching ON link_import (account) WHERE state = 'fetching';
        CREATE INDEX link_import_ended ON link_import (changed_at) WHERE state IN ('done', 'failed');
        CREATE INDEX link_import_by_wish ON link_import (wish) WHERE wish IS NOT NULL;
        """

    /// The analysis of tracks, and the songs that users have recognized.
    static let sound = """
        -- `signature` is that of the analyzed file; without `sound` it had too little.
        CREATE TABLE track_fingerprint (
          track INTEGER NOT NULL PRIMARY KEY REFERENCES track (seq) ON DELETE CASCADE,
          signature BLOB NOT NULL,
          duration_ms INTEGER NOT NULL,
          sound BLOB CHECK (length(sound) > 0)
        ) STRICT;
        CREATE INDEX track_fingerprint_by_duration ON track_fingerprint (duration_ms) WHERE sound IS NOT NULL;

        -- A row for each analyzed file; `signature` is that file's, and `problem` the reason why it could not be
        -- decoded. `revision` grows with every written row of the table and is never given again. A tempo that is
        -- certain enough is rounded in `track.tempo`. The indexes for smart playlists cover what rules ask, because a
        -- row is long.
        CREATE TABLE track_analysis (
          track INTEGER NOT NULL PRIMARY KEY REFERENCES track (seq) ON DELETE CASCADE,
          revision INTEGER NOT NULL,
          signature BLOB NOT NULL,
          version INTEGER NOT NULL,
          analyzed_at INTEGER NOT NULL,
          problem TEXT,
          loudness REAL,
          loudness_range REAL,
          sample_peak REAL,
          true_peak REAL,
          tempo REAL,
          tempo_confidence REAL,
          tonic INTEGER CHECK (tonic BETWEEN 0 AND 11),
          is_minor INTEGER CHECK (is_minor IN (0, 1)),
          key_confidence REAL,
          energy REAL,
          histogram BLOB,
          features BLOB
        ) STRICT;
        CREATE UNIQUE INDEX track_analysis_by_revision ON track_analysis (revision);
        CREATE INDEX track_analysis_by_signature ON track_analysis (signature);
        CREATE INDEX track_analysis_by_problem ON track_analysis (analyzed_at) WHERE problem IS NOT NULL;
        CREATE INDEX track_analysis_by_loudness ON track_analysis (loudness) WHERE loudness IS NOT NULL;
        CREATE INDEX track_analysis_by_energy ON track_analysis (energy) WHERE energy IS NOT NULL;
        CREATE INDEX track_analysis_by_tonic ON track_analysis (tonic, is_minor) WHERE tonic IS NOT NULL;

        -- The last `track_analysis.revision`.
        CREATE TABLE analysis_sequence (
          value INTEGER NOT NULL
        ) STRICT;
        INSERT INTO analysis_sequence (value) VALUES (0);

        -- The large parts of an analysis.
        CREATE TABLE track_sound (
          track INTEGER NOT NULL PRIMARY KEY REFERENCES track_analysis (track) ON DELETE CASCADE,
          sound BLOB NOT NULL,
          peaks BLOB NOT NULL
        ) STRICT;

        -- The loudness of an album that was analyzed as a whole, with `tracks` tracks.
        CREATE TABLE album_analysis (
          album INTEGER NOT NULL PRIMARY KEY REFERENCES album (seq) ON DELETE CASCADE,
          tracks INTEGER NOT NULL,
          loudness REAL,
          peak REAL
        ) STRICT;

        -- Triggers list the pending tracks, so that finding them costs nothing where there are none. In a trigger `OR
        -- IGNORE` would be overruled by the statement that fires it.
        CREATE TABLE analysis_pending (
          track INTEGER NOT NULL PRIMARY KEY REFERENCES track (seq) ON DELETE CASCADE
        ) STRICT;

        CREATE TRIGGER analysis_of_new AFTER INSERT ON track BEGIN
          INSERT INTO analysis_pending
            SELECT NEW.seq
            WHERE NOT EXISTS (SELECT 1 FROM analysis_pending WHERE track = NEW.seq);
        END;
        CREATE TRIGGER analysis_of_changed AFTER UPDATE OF signature, missing_since ON track
          WHEN NEW.missing_since IS NULL AND (OLD.signature <> NEW.signature OR OLD.missing_since IS NOT NULL)
            AND NOT EXISTS (SELECT 1
              FROM track_analysis a
              WHERE a.track = NEW.seq AND a.signature = NEW.signature) BEGIN
          INSERT INTO analysis_pending
            SELECT NEW.seq
            WHERE NOT EXISTS (SELECT 1 FROM analysis_pending WHERE track = NEW.seq);
        END;

        CREATE TABLE recognition (
          id TEXT NOT NULL PRIMARY KEY,
          account TEXT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
          track TEXT NOT NULL,
          title TEXT NOT NULL,
          artist TEXT NOT NULL,
          position_ms INTEGER NOT NULL,
          confidence REAL NOT NULL,
          at INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX recognition_by_account ON recognition (account, at, id);
        """
}
