extension Baseline {
    /// Playlists, their entries, folders and links.
    static let playlists = """
        -- A moderator can hide a public playlist, with a reason.
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
          changed_at INTEGER NOT NULL,
          hidden_at INTEGER,
          hidden_reason TEXT CHECK (hidden_reason <> ''),
          hidden_by TEXT REFERENCES account (id) ON DELETE SET NULL
        ) STRICT;
        CREATE INDEX playlist_by_name ON playlist (name_key, id);
        CREATE INDEX playlist_by_created ON playlist (created_at, id);
        CREATE INDEX playlist_by_changed ON playlist (changed_at, id);
        CREATE INDEX playlist_owner ON playlist (owner);
        CREATE INDEX playlist_by_cover ON playlist (cover) WHERE cover IS NOT NULL;
        CREATE INDEX playlist_hidden_by ON playlist (hidden_by) WHERE hidden_by IS NOT NULL;

        CREATE TABLE playlist_editor (
          playlist TEXT NOT NULL REFERENCES playlist ON DELETE CASCADE,
          account TEXT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
          PRIMARY KEY (playlist, account)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX playlist_editor_account ON playlist_editor (account);

        -- `place` orders the entries with room between them, so that one is moved without writing the others.
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
        CREATE TRIGGER playlist_entry_added AFTER INSERT ON playlist_entry BEGIN
          INSERT INTO playlist_total (playlist, library, entries, missing, duration_ms)
            SELECT NEW.playlist, t.part, 1, t.missing_since IS NOT NULL, iif(t.missing_since IS NULL, t.duration_ms, 0)
            FROM track t
            WHERE t.id = NEW.track
            ON CONFLICT (playlist, library) DO UPDATE SET entries = entries + 1, missing = missing + excluded.missing,
              duration_ms = duration_ms + excluded.duration_ms;
        END;
        CREATE TRIGGER playlist_entry_removed AFTER DELETE ON playlist_entry BEGIN
          UPDATE playlist_total SET entries = entries - 1, missing = missing - (t.missing_since IS NOT NULL),
            duration_ms = playlist_total.duration_ms - iif(t.missing_since IS NULL, t.duration_ms, 0)
            FROM track t
            WHERE t.id = OLD.track AND playlist_total.playlist = OLD.playlist AND playlist_total.library = t.part;
        END;

        -- The entries of a playlist, added up for each part of a library, so that the sum is known for every user.
        -- Triggers keep it, because entries also go by cascade, and because files come, go and change. A missing track
        -- counts nothing in `duration_ms`.
        CREATE TABLE playlist_total (
          playlist TEXT NOT NULL REFERENCES playlist ON DELETE CASCADE,
          library TEXT NOT NULL,
          entries INTEGER NOT NULL,
          missing INTEGER NOT NULL,
          duration_ms INTEGER NOT NULL,
          PRIMARY KEY (playlist, library)
        ) STRICT, WITHOUT ROWID;

        -- The totals follow their tracks.
        CREATE TRIGGER playlist_track_changed AFTER UPDATE OF library, is_explicit, missing_since, duration_ms ON track
          WHEN (OLD.library <> NEW.library OR OLD.is_explicit <> NEW.is_explicit) OR OLD.duration_ms <> NEW.duration_ms
            OR (OLD.missing_since IS NULL) <> (NEW.missing_since IS NULL) BEGIN
          UPDATE playlist_total SET entries = entries - held.number,
            missing = missing - (OLD.missing_since IS NOT NULL) * held.number,
            duration_ms = duration_ms - iif(OLD.missing_since IS NULL, OLD.duration_ms, 0) * held.number
            FROM (SELECT playlist, count(*) AS number FROM playlist_entry WHERE track = NEW.id GROUP BY playlist) held
            WHERE playlist_total.playlist = held.playlist AND playlist_total.library = OLD.part;
          INSERT INTO playlist_total (playlist, library, entries, missing, duration_ms)
            SELECT playlist, NEW.part, count(*), (NEW.missing_since IS NOT NULL) * count(*),
              iif(NEW.missing_since IS NULL, NEW.duration_ms, 0) * count(*)
            FROM playlist_entry
            WHERE track = NEW.id
            GROUP BY playlist
            ON CONFLICT (playlist, library) DO UPDATE SET entries = entries + excluded.entries,
              missing = missing + excluded.missing, duration_ms = duration_ms + excluded.duration_ms;
        END;

        -- `rules` is the application's `SmartRules` as JSON. The index `track_rules` covers what rules ask most, a
        -- tenth of the table; SQLite needs `missing_since` in it, though it is always null there.
        CREATE TABLE smart_playlist (
          playlist TEXT NOT NULL PRIMARY KEY REFERENCES playlist ON DELETE CASCADE,
          rules TEXT NOT NULL CHECK (json_type(rules) = 'object')
        ) STRICT, WITHOUT ROWID;

        -- Users' folders of playlists; a playlist is in at most one folder of a user.
        CREATE TABLE playlist_folder (
          id TEXT NOT NULL PRIMARY KEY,
          account TEXT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
          parent TEXT REFERENCES playlist_folder (id) ON DELETE SET NULL CHECK (parent <> id),
          name TEXT NOT NULL CHECK (name <> ''),
          name_key TEXT NOT NULL,
          created_at INTEGER NOT NULL,
          changed_at INTEGER NOT NULL
        ) STRICT;
        CREATE INDEX playlist_folder_by_name ON playlist_folder (account, name_key, id);
        CREATE INDEX playlist_folder_parent ON playlist_folder (parent) WHERE parent IS NOT NULL;

        CREATE TABLE playlist_in_folder (
          account TEXT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
          playlist TEXT NOT NULL REFERENCES playlist (id) ON DELETE CASCADE,
          folder TEXT NOT NULL REFERENCES playlist_folder (id) ON DELETE CASCADE,
          PRIMARY KEY (account, playlist)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX playlist_in_folder_playlist ON playlist_in_folder (playlist);
        CREATE INDEX playlist_in_folder_folder ON playlist_in_folder (folder);

        -- Playlists from other services.
        CREATE TABLE imported_playlist (
          playlist TEXT NOT NULL PRIMARY KEY REFERENCES playlist (id) ON DELETE CASCADE,
          account TEXT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
          source TEXT NOT NULL,
          name TEXT NOT NULL,
          UNIQUE (account, source, name)
        ) STRICT, WITHOUT ROWID;

        -- The songs of a playlist as the other service described them. A song in the library belongs to an entry and
        -- goes with it; a missing one is awaited at its place. `outside` is its number in the outside catalog.
        CREATE TABLE imported_song (
          id TEXT NOT NULL PRIMARY KEY,
          playlist TEXT NOT NULL REFERENCES playlist (id) ON DELETE CASCADE,
          place INTEGER NOT NULL,
          song_key TEXT NOT NULL,
          title TEXT NOT NULL CHECK (title <> ''),
          artist TEXT NOT NULL,
          album TEXT,
          duration_ms INTEGER,
          isrc TEXT,
          recording TEXT,
          base_title TEXT NOT NULL,
          state TEXT NOT NULL CHECK (state IN ('exact', 'sure', 'likely', 'chosen', 'awaited', 'refused')),
          entry TEXT,
          outside INTEGER,
          UNIQUE (playlist, song_key),
          CHECK ((entry IS NULL) = (state IN ('awaited', 'refused'))),
          FOREIGN KEY (playlist, entry) REFERENCES playlist_entry (playlist, id) ON DELETE CASCADE
        ) STRICT;
        CREATE INDEX imported_song_order ON imported_song (playlist, place, id);
        CREATE INDEX imported_song_entry ON imported_song (playlist, entry);
        CREATE INDEX imported_song_awaited ON imported_song (base_title) WHERE entry IS NULL;
        CREATE INDEX imported_song_awaited_isrc ON imported_song (isrc) WHERE entry IS NULL AND isrc IS NOT NULL;
        CREATE INDEX imported_song_awaited_recording ON imported_song (recording)
          WHERE entry IS NULL AND recording IS NOT NULL;

        -- What users show to others by a link. The link is not stored: it follows from the id and a key outside the
        -- database.
        CREATE TABLE share (
          id TEXT NOT NULL PRIMARY KEY CHECK (length(id) = 36),
          account TEXT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
          description TEXT CHECK (description <> ''),
          created_at INTEGER NOT NULL,
          expires_at INTEGER,
          last_visited_at INTEGER,
          visits INTEGER NOT NULL DEFAULT 0 CHECK (visits >= 0),
          CHECK ((visits = 0) = (last_visited_at IS NULL))
        ) STRICT;
        CREATE INDEX share_account ON share (account, created_at, id);

        -- `playlist` refers to nothing, because a share may outlive its playlist; a deleted playlist is left out.
        CREATE TABLE share_item (
          share TEXT NOT NULL REFERENCES share (id) ON DELETE CASCADE,
          place INTEGER NOT NULL CHECK (place >= 0),
          track TEXT REFERENCES track (id) ON DELETE CASCADE,
          album TEXT REFERENCES album (id) ON DELETE CASCADE,
          playlist TEXT,
          PRIMARY KEY (share, place),
          CHECK ((track IS NOT NULL) + (album IS NOT NULL) + (playlist IS NOT NULL) = 1)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX share_item_track ON share_item (track) WHERE track IS NOT NULL;
        CREATE INDEX share_item_album ON share_item (album) WHERE album IS NOT NULL;
        """
}
