import GRDB

extension Migration {
    /// Lyrics that users write. A version that was published stays; the latest published one is what everybody reads. `content` is JSON,
    /// and `[]` where a version takes the words away. `lines`, `languages` and `precision` are what lists show of it.
    ///
    /// Triggers list tracks whose published words change in `words_stale`, as those of "0071 word index" do.
    static let m0072WrittenLyrics = Migration(name: "0072 written lyrics") { db in
        try db.execute(
            sql: """
                CREATE TABLE lyrics_version (
                  id TEXT NOT NULL PRIMARY KEY,
                  track TEXT NOT NULL REFERENCES track (id) ON DELETE CASCADE,
                  author TEXT REFERENCES account (id) ON DELETE SET NULL,
                  at INTEGER NOT NULL,
                  state TEXT NOT NULL CHECK (state IN ('published', 'proposed', 'rejected')),
                  published_at INTEGER,
                  note TEXT NOT NULL,
                  restored TEXT REFERENCES lyrics_version (id) ON DELETE SET NULL,
                  content TEXT NOT NULL,
                  lines INTEGER NOT NULL,
                  languages TEXT NOT NULL,
                  precision TEXT NOT NULL CHECK (precision IN ('words', 'lines', 'none')),
                  moderator TEXT REFERENCES account (id) ON DELETE SET NULL,
                  decided_at INTEGER,
                  reason TEXT NOT NULL DEFAULT '',
                  CHECK ((state = 'published') = (published_at IS NOT NULL))
                ) STRICT;
                CREATE INDEX lyrics_version_published ON lyrics_version (track, published_at, id) WHERE published_at IS NOT NULL;
                CREATE INDEX lyrics_version_of_track ON lyrics_version (track, at, id);
                CREATE INDEX lyrics_version_proposed ON lyrics_version (at, id) WHERE state = 'proposed';
                CREATE INDEX lyrics_version_by_author ON lyrics_version (author, at, id);
                CREATE INDEX lyrics_version_by_moderator ON lyrics_version (moderator) WHERE moderator IS NOT NULL;
                CREATE INDEX lyrics_version_restored ON lyrics_version (restored) WHERE restored IS NOT NULL;
                CREATE TRIGGER lyrics_version_words_insert AFTER INSERT ON lyrics_version WHEN NEW.published_at IS NOT NULL BEGIN
                  INSERT INTO words_stale (seq) SELECT seq FROM track WHERE id = NEW.track ON CONFLICT DO NOTHING;
                END;
                CREATE TRIGGER lyrics_version_words_update AFTER UPDATE OF track, published_at, content ON lyrics_version
                  WHEN OLD.published_at IS NOT NULL OR NEW.published_at IS NOT NULL BEGIN
                  INSERT INTO words_stale (seq) SELECT seq FROM track WHERE id IN (OLD.track, NEW.track) ON CONFLICT DO NOTHING;
                END;
                CREATE TRIGGER lyrics_version_words_delete AFTER DELETE ON lyrics_version WHEN OLD.published_at IS NOT NULL BEGIN
                  INSERT INTO words_stale (seq) SELECT seq FROM track WHERE id = OLD.track ON CONFLICT DO NOTHING;
                END;
                """)
    }
}
