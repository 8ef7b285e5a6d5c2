import GRDB

extension Migration {
    /// What the larger lists and the search need: tracks by year, plays of everybody and of each person's albums, and the words that
    /// are known, by their trigrams.
    ///
    /// The counts of plays are kept by triggers, because the rows that they count also go by cascade, with an account. The full-text
    /// tables are made anew and empty, and so is `search_state`: the application fills them when it opens the database.
    static let m0007Browsing = Migration(name: "0007 browsing") { db in
        try db.execute(sql: columns)
        try db.execute(sql: plays)
        try db.execute(sql: triggers("play_count_added", "INSERT", row: "NEW", track: "+ NEW.plays"))
        try db.execute(sql: triggers("play_count_changed", "UPDATE", row: "NEW", track: "+ NEW.plays - OLD.plays"))
        try db.execute(sql: triggers("play_count_removed", "DELETE", row: "OLD", track: "- OLD.plays"))
        try db.execute(sql: search)
    }

    private static let columns = """
        ALTER TABLE track ADD COLUMN year_order INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE track ADD COLUMN plays INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE album ADD COLUMN plays INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE artist ADD COLUMN plays INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE genre ADD COLUMN search_name TEXT NOT NULL DEFAULT '';
        UPDATE track SET year_order = CASE WHEN original_date GLOB '[0-9][0-9][0-9][0-9]*' AND substr(original_date, 1, 4) <> '0000'
          THEN CAST(substr(original_date, 1, 4) AS INTEGER) ELSE ifnull(year, 0) END;
        UPDATE track SET plays = (SELECT sum(c.plays) FROM play_count c WHERE c.track = track.id)
          WHERE id IN (SELECT track FROM play_count);
        UPDATE album SET plays = ifnull((SELECT sum(t.plays) FROM track t WHERE t.album = album.id AND t.missing_since IS NULL), 0);
        UPDATE artist SET plays = ifnull((SELECT sum(t.plays) FROM track_artist ta JOIN track t ON t.id = ta.track
          WHERE ta.artist = artist.id AND ta.role = 'performer' AND t.missing_since IS NULL), 0);
        CREATE INDEX track_by_year ON track (year_order, album_sort_key, album, disc_order, track_order, id)
          WHERE missing_since IS NULL;
        DROP INDEX track_by_search_title;
        DROP INDEX album_by_search_name;
        DROP INDEX artist_by_search_name;
        CREATE INDEX track_by_search_name ON track (search_title, plays DESC, id) WHERE missing_since IS NULL;
        CREATE INDEX album_by_search_name ON album (search_name, plays DESC, id) WHERE track_count > 0;
        CREATE INDEX artist_by_search_name ON artist (search_name, plays DESC, id) WHERE is_listed = 1;
        CREATE INDEX track_played_by_name ON track (search_title, plays, id) WHERE missing_since IS NULL AND plays > 0;
        CREATE INDEX album_played_by_name ON album (search_name, plays, id) WHERE track_count > 0 AND plays > 0;
        CREATE INDEX artist_played_by_name ON artist (search_name, plays, id) WHERE is_listed = 1 AND plays > 0;
        CREATE INDEX track_by_plays ON track (plays DESC, id, search_title) WHERE missing_since IS NULL AND plays > 0;
        CREATE INDEX album_by_plays ON album (plays DESC, id, search_name) WHERE track_count > 0 AND plays > 0;
        CREATE INDEX artist_by_plays ON artist (plays DESC, id, search_name) WHERE is_listed = 1 AND plays > 0;
        """

    private static let plays = """
        CREATE TABLE album_play (
          account TEXT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
          album TEXT NOT NULL REFERENCES album (id) ON DELETE CASCADE,
          plays INTEGER NOT NULL CHECK (plays > 0),
          last_played_at INTEGER NOT NULL,
          PRIMARY KEY (account, album)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX album_play_recent ON album_play (account, last_played_at, album);
        CREATE INDEX album_play_most ON album_play (account, plays, last_played_at, album);
        CREATE INDEX album_play_album ON album_play (album);
        INSERT INTO album_play (account, album, plays, last_played_at)
          SELECT c.account, t.album, sum(c.plays), max(c.last_played_at)
          FROM play_count c JOIN track t ON t.id = c.track GROUP BY c.account, t.album;
        """

    private static func triggers(_ name: String, _ event: String, row: String, track change: String) -> String {
        """
        CREATE TRIGGER \(name) AFTER \(event) ON play_count BEGIN
          UPDATE track SET plays = plays \(change) WHERE id = \(row).track;
          UPDATE album SET plays = plays \(change)
            WHERE id = (SELECT album FROM track WHERE id = \(row).track AND missing_since IS NULL);
          UPDATE artist SET plays = plays \(change)
            WHERE id IN (SELECT ta.artist FROM track_artist ta JOIN track t ON t.id = ta.track
              WHERE ta.track = \(row).track AND ta.role = 'performer' AND t.missing_since IS NULL);
          DELETE FROM album_play
            WHERE account = \(row).account AND album = (SELECT album FROM track WHERE id = \(row).track);
          INSERT INTO album_play (account, album, plays, last_played_at)
            SELECT c.account, t.album, sum(c.plays), max(c.last_played_at)
            FROM track t CROSS JOIN play_count c ON c.account = \(row).account AND c.track = t.id
            WHERE t.album = (SELECT album FROM track WHERE id = \(row).track) GROUP BY c.account, t.album;
        END;
        """
    }

    /// In the full-text tables everything that `SearchText` keeps is a letter of a word, combining vowel signs too.
    private static let search = """
        DROP TABLE track_search;
        DROP TABLE album_search;
        DROP TABLE artist_search;
        CREATE VIRTUAL TABLE track_search USING fts5 (title, artists, album,
          tokenize = "unicode61 remove_diacritics 0 categories 'L* N* Mn Mc Co'", prefix = '1 2 3');
        CREATE VIRTUAL TABLE album_search USING fts5 (name, artists,
          tokenize = "unicode61 remove_diacritics 0 categories 'L* N* Mn Mc Co'", prefix = '1 2 3');
        CREATE VIRTUAL TABLE artist_search USING fts5 (name,
          tokenize = "unicode61 remove_diacritics 0 categories 'L* N* Mn Mc Co'", prefix = '1 2 3');
        CREATE VIRTUAL TABLE track_search_word USING fts5vocab (track_search, row);
        CREATE VIRTUAL TABLE album_search_word USING fts5vocab (album_search, row);
        CREATE VIRTUAL TABLE artist_search_word USING fts5vocab (artist_search, row);
        CREATE TABLE search_word (
          id INTEGER PRIMARY KEY,
          word TEXT NOT NULL UNIQUE
        ) STRICT;
        CREATE TABLE search_trigram (
          trigram TEXT NOT NULL,
          length INTEGER NOT NULL,
          word INTEGER NOT NULL,
          PRIMARY KEY (trigram, length, word)
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE search_state (
          version INTEGER NOT NULL
        ) STRICT;
        """
}
