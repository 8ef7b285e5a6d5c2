import GRDB

extension Migration {
    /// Playlists, what is in them, and what files of other programs name tracks by.
    ///
    /// `place` orders the entries with room between them, so that one is moved without writing the others. What is in a playlist is added
    /// up for each library, so that it is known for everybody who sees some of them; triggers keep it, because entries also go by
    /// cascade, and files come, go and change.
    static let m0013Playlists = Migration(name: "0013 playlists") { db in
        try db.execute(sql: tables)
        try db.execute(sql: totals)
        try db.execute(
            sql: """
                CREATE INDEX track_by_recording ON track (recording) WHERE recording IS NOT NULL;
                CREATE INDEX track_by_isrc ON track (isrc) WHERE isrc IS NOT NULL;
                """)
    }

    private static let tables = """
        CREATE TABLE playlist (
          id TEXT NOT NULL PRIMARY KEY,
          owner TEXT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
          name TEXT NOT NULL CHECK (name <> ''),
          name_key TEXT NOT NULL,
          description TEXT NOT NULL,
          visibility TEXT NOT NULL CHECK (visibility IN ('private', 'public', 'collaborative')),
          cover TEXT CHECK (length(cover) = 64),
          revision INTEGER NOT NULL CHECK (revision > 0),
          created_at INTEGER NOT NULL,
          changed_at INTEGER NOT NULL
        ) STRICT;
        CREATE INDEX playlist_by_name ON playlist (name_key, id);
        CREATE INDEX playlist_by_created ON playlist (created_at, id);
        CREATE INDEX playlist_by_changed ON playlist (changed_at, id);
        CREATE INDEX playlist_owner ON playlist (owner);
        CREATE INDEX playlist_by_cover ON playlist (cover) WHERE cover IS NOT NULL;
        CREATE TABLE playlist_editor (
          playlist TEXT NOT NULL REFERENCES playlist ON DELETE CASCADE,
          account TEXT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
          PRIMARY KEY (playlist, account)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX playlist_editor_account ON playlist_editor (account);
        CREATE TABLE playlist_entry (
          playlist TEXT NOT NULL REFERENCES playlist ON DELETE CASCADE,
          id TEXT NOT NULL,
          place INTEGER NOT NULL,
          track TEXT NOT NULL REFERENCES track (id) ON DELETE CASCADE,
          added_by TEXT REFERENCES account (id) ON DELETE SET NULL,
          added_at INTEGER NOT NULL,
          PRIMARY KEY (playlist, id)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX playlist_entry_order ON playlist_entry (playlist, place, id, track);
        CREATE INDEX playlist_entry_track ON playlist_entry (track);
        CREATE INDEX playlist_entry_added_by ON playlist_entry (added_by) WHERE added_by IS NOT NULL;
        CREATE TABLE playlist_total (
          playlist TEXT NOT NULL REFERENCES playlist ON DELETE CASCADE,
          library TEXT NOT NULL,
          entries INTEGER NOT NULL,
          missing INTEGER NOT NULL,
          duration_ms INTEGER NOT NULL,
          PRIMARY KEY (playlist, library)
        ) STRICT, WITHOUT ROWID;
        """

    /// `duration_ms` is of what is there: that of a missing track does not count.
    private static let totals = """
        CREATE TRIGGER playlist_entry_added AFTER INSERT ON playlist_entry BEGIN
          INSERT INTO playlist_total (playlist, library, entries, missing, duration_ms)
            SELECT NEW.playlist, t.library, 1, t.missing_since IS NOT NULL, iif(t.missing_since IS NULL, t.duration_ms, 0)
            FROM track t WHERE t.id = NEW.track
            ON CONFLICT (playlist, library) DO UPDATE SET entries = entries + 1, missing = missing + excluded.missing,
              duration_ms = duration_ms + excluded.duration_ms;
        END;
        CREATE TRIGGER playlist_entry_removed AFTER DELETE ON playlist_entry BEGIN
          UPDATE playlist_total SET entries = entries - 1, missing = missing - (t.missing_since IS NOT NULL),
              duration_ms = playlist_total.duration_ms - iif(t.missing_since IS NULL, t.duration_ms, 0)
            FROM track t
            WHERE t.id = OLD.track AND playlist_total.playlist = OLD.playlist AND playlist_total.library = t.library;
        END;
        CREATE TRIGGER playlist_track_changed AFTER UPDATE OF library, missing_since, duration_ms ON track
        WHEN OLD.library <> NEW.library OR OLD.duration_ms <> NEW.duration_ms
          OR (OLD.missing_since IS NULL) <> (NEW.missing_since IS NULL)
        BEGIN
          UPDATE playlist_total SET entries = entries - held.number,
              missing = missing - (OLD.missing_since IS NOT NULL) * held.number,
              duration_ms = duration_ms - iif(OLD.missing_since IS NULL, OLD.duration_ms, 0) * held.number
            FROM (SELECT playlist, count(*) AS number FROM playlist_entry WHERE track = NEW.id GROUP BY playlist) held
            WHERE playlist_total.playlist = held.playlist AND playlist_total.library = OLD.library;
          INSERT INTO playlist_total (playlist, library, entries, missing, duration_ms)
            SELECT playlist, NEW.library, count(*), (NEW.missing_since IS NOT NULL) * count(*),
              iif(NEW.missing_since IS NULL, NEW.duration_ms, 0) * count(*)
            FROM playlist_entry WHERE track = NEW.id GROUP BY playlist
            ON CONFLICT (playlist, library) DO UPDATE SET entries = entries + excluded.entries,
              missing = missing + excluded.missing, duration_ms = duration_ms + excluded.duration_ms;
        END;
        """
}
