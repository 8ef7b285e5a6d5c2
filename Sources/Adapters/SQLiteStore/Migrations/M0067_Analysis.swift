import GRDB

extension Migration {
    /// The analysis of tracks and submissions, and the songs that people have recognized.
    ///
    /// `track_analysis` has a row for each file that was analyzed; `signature` is that file's, and `problem` the reason why it could not be decoded. Its large
    /// parts are in `track_sound`. A tempo that is certain enough is rounded in `track.tempo`; lists use `shown_tempo`, which prefers that of the tags. `album_analysis` has the loudness of an album that was analyzed as a whole, with `tracks` tracks. `revision` grows with every row that is written, in all of the table, and is never given again: `analysis_sequence` has the last one. Triggers keep what is pending, so that finding it costs
    /// nothing where nothing is; they take the place of those of the fingerprints, which are made by the same pass over a file.
    static let m0067Analysis = Migration(name: "0067 analysis") { db in
        try db.execute(
            sql: """
                DROP TRIGGER fingerprint_of_new;
                DROP TRIGGER fingerprint_of_changed;
                DROP TABLE fingerprint_due;
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
                ALTER TABLE track ADD COLUMN tempo INTEGER;
                ALTER TABLE track ADD COLUMN shown_tempo INTEGER GENERATED ALWAYS AS (ifnull(bpm, tempo)) VIRTUAL;
                CREATE INDEX track_by_tempo ON track (shown_tempo, id)
                  WHERE missing_since IS NULL AND shown_tempo IS NOT NULL;
                CREATE UNIQUE INDEX track_analysis_by_revision ON track_analysis (revision);
                CREATE INDEX track_analysis_by_signature ON track_analysis (signature);
                CREATE INDEX track_analysis_by_problem ON track_analysis (analyzed_at) WHERE problem IS NOT NULL;
                CREATE TABLE analysis_sequence (value INTEGER NOT NULL) STRICT;
                INSERT INTO analysis_sequence (value) VALUES (0);
                CREATE TABLE track_sound (
                  track INTEGER NOT NULL PRIMARY KEY REFERENCES track_analysis (track) ON DELETE CASCADE,
                  sound BLOB NOT NULL,
                  peaks BLOB NOT NULL
                ) STRICT;
                CREATE TABLE album_analysis (
                  album INTEGER NOT NULL PRIMARY KEY REFERENCES album (seq) ON DELETE CASCADE,
                  tracks INTEGER NOT NULL,
                  loudness REAL,
                  peak REAL
                ) STRICT;
                CREATE TABLE submission_analysis (
                  submission TEXT NOT NULL PRIMARY KEY REFERENCES submission (id) ON DELETE CASCADE,
                  signature BLOB NOT NULL,
                  version INTEGER NOT NULL,
                  sound BLOB NOT NULL
                ) STRICT;
                CREATE INDEX submission_analysis_by_signature ON submission_analysis (signature);
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
                CREATE TABLE analysis_pending (
                  track INTEGER NOT NULL PRIMARY KEY REFERENCES track (seq) ON DELETE CASCADE
                ) STRICT;
                INSERT INTO revision (area, value) VALUES ('analysis', 0);
                INSERT INTO analysis_pending SELECT seq FROM track WHERE missing_since IS NULL;
                CREATE TRIGGER analysis_of_new AFTER INSERT ON track BEGIN
                  INSERT INTO analysis_pending SELECT NEW.seq
                  WHERE NOT EXISTS (SELECT 1 FROM analysis_pending WHERE track = NEW.seq);
                END;
                CREATE TRIGGER analysis_of_changed AFTER UPDATE OF signature, missing_since ON track
                WHEN NEW.missing_since IS NULL AND (OLD.signature <> NEW.signature OR OLD.missing_since IS NOT NULL)
                  AND NOT EXISTS (SELECT 1 FROM track_analysis a WHERE a.track = NEW.seq AND a.signature = NEW.signature)
                BEGIN
                  INSERT INTO analysis_pending SELECT NEW.seq
                  WHERE NOT EXISTS (SELECT 1 FROM analysis_pending WHERE track = NEW.seq);
                END;
                """)
    }
}
