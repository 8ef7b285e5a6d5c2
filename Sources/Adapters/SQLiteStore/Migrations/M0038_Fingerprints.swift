import GRDB

extension Migration {
    /// What tracks and given files sound like, and which of them are alike. `signature` is that of the file which was listened to; without `sound` it told too little. What is due is kept by
    /// triggers, so that finding it costs nothing where nothing is; in them `OR IGNORE` would be overruled by the statement that fires them.
    static let m0038Fingerprints = Migration(name: "0038 fingerprints") { db in
        try db.execute(
            sql: """
                CREATE TABLE track_fingerprint (
                  track INTEGER NOT NULL PRIMARY KEY REFERENCES track (seq) ON DELETE CASCADE,
                  signature BLOB NOT NULL,
                  duration_ms INTEGER NOT NULL,
                  sound BLOB CHECK (length(sound) > 0)
                ) STRICT;
                CREATE INDEX track_fingerprint_by_duration ON track_fingerprint (duration_ms) WHERE sound IS NOT NULL;
                CREATE TABLE fingerprint_due (
                  track INTEGER NOT NULL PRIMARY KEY REFERENCES track (seq) ON DELETE CASCADE
                ) STRICT;
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
                INSERT INTO revision (area, value) VALUES ('fingerprints', 0);
                INSERT INTO fingerprint_due SELECT seq FROM track WHERE missing_since IS NULL;
                CREATE TRIGGER fingerprint_of_new AFTER INSERT ON track BEGIN
                  INSERT INTO fingerprint_due SELECT NEW.seq WHERE NOT EXISTS (SELECT 1 FROM fingerprint_due WHERE track = NEW.seq);
                END;
                CREATE TRIGGER fingerprint_of_changed AFTER UPDATE OF signature, missing_since ON track
                WHEN NEW.missing_since IS NULL AND (OLD.signature <> NEW.signature OR OLD.missing_since IS NOT NULL)
                  AND NOT EXISTS (SELECT 1 FROM track_fingerprint f WHERE f.track = NEW.seq AND f.signature = NEW.signature)
                BEGIN
                  INSERT INTO fingerprint_due SELECT NEW.seq WHERE NOT EXISTS (SELECT 1 FROM fingerprint_due WHERE track = NEW.seq);
                END;
                """)
    }
}
