import GRDB

extension Migration {
    /// What is explicit, and who does not get to see it.
    ///
    /// Each library has two parts: what is explicit, named by the library's id with `!` behind it, and the rest. Whatever is counted for each
    /// library is counted for each part from here on: the columns `library` of `artist_library`, `genre_library`, `playlist_total`,
    /// `listening_tally`, `listening_hour`, `shelf_item`, `board_post`, `notification` and `report` name parts. `part` is there in every table that a
    /// person's scope is asked of.
    static let m0065Explicit = Migration(name: "0065 explicit") { db in
        try db.execute(sql: columns)
        for kind in ["artist", "genre"] { try db.execute(sql: counts(of: kind)) }
        try recreate("view", like: "listening_subject", db) {
            $0.replacing("SELECT id, library,", with: "SELECT id, part,").replacing("t.library", with: "t.part")
        }
        for name in triggers {
            try recreate("trigger", like: name, db) { sql in
                sql.replacing("t.library", with: "t.part").replacing("NEW.library", with: "NEW.part")
                    .replacing("OLD.library", with: "OLD.part")
                    .replacing("UPDATE OF album, library ON", with: "UPDATE OF album, library, is_explicit ON")
                    .replacing(
                        "UPDATE OF library, missing_since", with: "UPDATE OF library, is_explicit, missing_since"
                    )
                    .replacing("_key, library ON", with: "_key, library, is_explicit ON")
                    // A trigger before a change is not told of generated columns (SQLite 3.40).
                    .replacing(
                        "OLD.part <> NEW.part",
                        with: "(OLD.library <> NEW.library OR OLD.is_explicit <> NEW.is_explicit)")
            }
        }
        try db.execute(sql: filling)
    }

    private static let triggers = [
        "play_tallied", "play_untallied", "track_untallied", "track_tallied", "performer_tallied",
        "performer_untallied",
        "genre_tallied", "genre_untallied", "performer_left", "performer_joined", "genre_left", "genre_joined",
        "account_shares", "account_unshares", "playlist_entry_added",
        "playlist_entry_removed", "playlist_track_changed", "shelf_track_changed", "shelf_album_changed",
    ]

    private static let part = "part TEXT GENERATED ALWAYS AS (library) VIRTUAL"
    private static let partOfExplicit =
        "part TEXT GENERATED ALWAYS AS (library || CASE is_explicit WHEN 1 THEN '!' ELSE '' END) VIRTUAL"

    private static let columns = """
        ALTER TABLE account ADD COLUMN hears_explicit INTEGER NOT NULL DEFAULT 1 CHECK (hears_explicit IN (0, 1));
        ALTER TABLE invitation ADD COLUMN hears_explicit INTEGER NOT NULL DEFAULT 1 CHECK (hears_explicit IN (0, 1));
        ALTER TABLE track ADD COLUMN explicit_mark INTEGER CHECK (explicit_mark IN (0, 1));
        ALTER TABLE track ADD COLUMN is_explicit INTEGER NOT NULL DEFAULT 0 CHECK (is_explicit IN (0, 1));
        ALTER TABLE track ADD COLUMN \(partOfExplicit);
        ALTER TABLE album ADD COLUMN is_explicit INTEGER NOT NULL DEFAULT 0 CHECK (is_explicit IN (0, 1));
        ALTER TABLE album ADD COLUMN has_explicit INTEGER NOT NULL DEFAULT 0 CHECK (has_explicit IN (0, 1));
        ALTER TABLE album ADD COLUMN \(partOfExplicit);
        CREATE INDEX artist_by_image ON artist (image) WHERE image IS NOT NULL;
        CREATE INDEX track_explicit_by_cover ON track (cover) WHERE is_explicit = 1;
        ALTER TABLE listening_tally ADD COLUMN \(part);
        ALTER TABLE listening_hour ADD COLUMN \(part);
        ALTER TABLE shelf_item ADD COLUMN \(part);
        ALTER TABLE notification ADD COLUMN \(part);
        ALTER TABLE report ADD COLUMN \(part);
        ALTER TABLE withdrawal ADD COLUMN is_explicit INTEGER NOT NULL DEFAULT 0 CHECK (is_explicit IN (0, 1));
        ALTER TABLE withdrawal ADD COLUMN \(partOfExplicit);
        ALTER TABLE folder_artist_image ADD COLUMN \(part);
        """

    /// Parts are no rows of `library`, so that they cannot refer to it.
    private static func counts(of kind: String) -> String {
        """
        CREATE TABLE \(kind)_part (
          \(kind) TEXT NOT NULL REFERENCES \(kind) (id) ON DELETE CASCADE,
          library TEXT NOT NULL,
          album_count INTEGER NOT NULL,
          track_count INTEGER NOT NULL,
          cover TEXT REFERENCES image,
          cover_order INTEGER NOT NULL,
          \(part),
          PRIMARY KEY (\(kind), library)
        ) STRICT, WITHOUT ROWID;
        INSERT INTO \(kind)_part (\(kind), library, album_count, track_count, cover, cover_order)
          SELECT \(kind), library, album_count, track_count, cover, cover_order FROM \(kind)_library;
        DROP TABLE \(kind)_library;
        ALTER TABLE \(kind)_part RENAME TO \(kind)_library;
        """
    }

    /// Makes a view or trigger again from its own text, changed.
    private static func recreate(
        _ type: String, like name: String, _ db: Database, _ change: (String) -> String
    ) throws {
        let find = "SELECT sql FROM sqlite_schema WHERE type = ? AND name = ?"
        guard let sql = try String.fetchOne(db, sql: find, arguments: [type, name]) else {
            throw DatabaseError(message: "There is no \(type) \(name)")
        }
        try db.execute(sql: "DROP \(type) \(name)")
        try db.execute(sql: change(sql))
    }

    /// What tags say already. Artists and genres are counted anew at the start: `stale`.
    private static let filling = """
        UPDATE track SET is_explicit = 1
          WHERE instr(char(10) || further, char(10) || 'advisory' || char(9) || 'explicit') > 0;
        UPDATE withdrawal SET is_explicit = 1 WHERE track IN (SELECT id FROM track WHERE is_explicit = 1);
        UPDATE notification SET library = library || '!' WHERE subject_kind = 'track' AND library IS NOT NULL
          AND subject IN (SELECT id FROM track WHERE is_explicit = 1);
        UPDATE notification SET library = library || '!' WHERE subject_kind = 'post' AND library IS NOT NULL
          AND subject IN (SELECT p.id FROM board_post p JOIN track t ON t.id = p.track WHERE t.is_explicit = 1);
        UPDATE report SET library = library || '!' WHERE kind = 'track' AND library IS NOT NULL
          AND subject IN (SELECT id FROM track WHERE is_explicit = 1);
        UPDATE album SET has_explicit = 1 WHERE id IN (
          SELECT album FROM track WHERE is_explicit = 1 AND missing_since IS NULL);
        UPDATE album SET is_explicit = 1 WHERE has_explicit = 1 AND NOT EXISTS (
          SELECT 1 FROM track t WHERE t.album = album.id AND t.missing_since IS NULL AND t.is_explicit = 0);
        INSERT OR IGNORE INTO stale (kind, id) SELECT 'artist', l.artist
          FROM track t JOIN track_artist l ON l.track = t.id WHERE t.is_explicit = 1;
        INSERT OR IGNORE INTO stale (kind, id) SELECT 'artist', l.artist
          FROM album a JOIN album_artist l ON l.album = a.id WHERE a.has_explicit = 1;
        INSERT OR IGNORE INTO stale (kind, id) SELECT 'genre', l.genre
          FROM track t JOIN track_genre l ON l.track = t.id WHERE t.is_explicit = 1;
        """
}
