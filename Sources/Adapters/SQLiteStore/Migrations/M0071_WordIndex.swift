import GRDB

extension Migration {
    /// The full-text index of songs' words. `words_stale` lists the tracks whose words may have changed: triggers fill it, and the server
    /// empties it in the background. `precision` is 0 for words without times, 1 for timed lines and 2 for timed words.
    ///
    /// A sidecar belongs to the files of its folder whose names begin with its stem and a dot.
    static let m0071WordIndex = Migration(name: "0071 word index") { db in
        try db.execute(sql: tables)
        for (table, event, condition) in sources { try db.execute(sql: trigger(table, event, condition)) }
        try db.execute(
            sql: """
                INSERT INTO words_stale (seq) SELECT seq FROM track
                  WHERE EXISTS (SELECT 1 FROM track_lyrics l WHERE l.track = track.id)
                    OR EXISTS (SELECT 1 FROM folder_text f WHERE f.library = track.library AND f.folder = track.folder);
                """)
    }

    private static let tables = """
        CREATE VIRTUAL TABLE words_search USING fts5 (words,
          tokenize = "unicode61 remove_diacritics 0 categories 'L* N* Mn Mc Co'", prefix = '3');
        CREATE TABLE track_words (
          seq INTEGER PRIMARY KEY REFERENCES track (seq) ON DELETE CASCADE,
          precision INTEGER NOT NULL CHECK (precision BETWEEN 0 AND 2)
        ) STRICT;
        CREATE TRIGGER track_words_removed AFTER DELETE ON track_words BEGIN
          DELETE FROM words_search WHERE rowid = OLD.seq;
        END;
        CREATE TABLE words_stale (
          seq INTEGER PRIMARY KEY REFERENCES track (seq) ON DELETE CASCADE
        ) STRICT;
        CREATE TABLE words_state (
          version INTEGER NOT NULL,
          country TEXT
        ) STRICT;
        CREATE TRIGGER track_words_new AFTER INSERT ON track BEGIN
          INSERT INTO words_stale (seq) VALUES (NEW.seq) ON CONFLICT DO NOTHING;
        END;
        CREATE TRIGGER track_words_moved AFTER UPDATE OF library, folder, name, missing_since ON track
          WHEN OLD.library <> NEW.library OR OLD.folder <> NEW.folder OR OLD.name <> NEW.name
            OR OLD.missing_since IS NOT NEW.missing_since BEGIN
          INSERT INTO words_stale (seq) VALUES (NEW.seq) ON CONFLICT DO NOTHING;
        END;
        """

    private static let ofTrack = "track.id = ROW.track"
    private static let ofStem = """
        track.library = ROW.library AND track.folder = ROW.folder AND ROW.purpose = 'lyrics'
            AND track.name >= CAST(ROW.stem || '.' AS BLOB) AND track.name < CAST(ROW.stem || '/' AS BLOB)
            AND track.missing_since IS NULL
        """
    private static let events = ["INSERT", "UPDATE", "DELETE"]
    private static let sources = events.flatMap { event in
        [("track_lyrics", event, ofTrack), ("provided_lyrics", event, ofTrack), ("folder_text", event, ofStem)]
    }

    /// - Parameter condition: says of `track` that it has the row's words.
    private static func trigger(_ table: String, _ event: String, _ condition: String) -> String {
        """
        CREATE TRIGGER \(table)_words_\(event.lowercased()) AFTER \(event) ON \(table) BEGIN
          INSERT INTO words_stale (seq) SELECT seq FROM track
            WHERE \(condition.replacing("ROW.", with: event == "DELETE" ? "OLD." : "NEW.")) ON CONFLICT DO NOTHING;
        END;
        """
    }
}
