extension Baseline {
    /// Plays, queues, bookmarks, stations, moments, and the speakers that users share.
    static let listening = """
        -- A track whose file is gone stays in the catalog, and so do its plays. `day` counts days since 1970-01-01; it
        -- and `hour` are in the zone of `listening_zone`, and the application computes both.
        CREATE TABLE play (
          id TEXT NOT NULL PRIMARY KEY,
          account TEXT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
          track TEXT NOT NULL REFERENCES track (id) ON DELETE CASCADE,
          played_at INTEGER NOT NULL,
          client TEXT NOT NULL,
          play_id TEXT NOT NULL CHECK (length(play_id) = 36),
          day INTEGER,
          hour INTEGER,
          heard_ms INTEGER NOT NULL DEFAULT 0,
          source TEXT NOT NULL DEFAULT 'player',
          UNIQUE (account, play_id)
        ) STRICT;
        CREATE INDEX play_history ON play (account, played_at, id);
        CREATE INDEX play_of_track ON play (account, track, played_at);
        CREATE INDEX play_track ON play (track);
        CREATE INDEX play_by_day ON play (day, track, account, heard_ms);
        CREATE INDEX play_own_day ON play (account, day, track, heard_ms);

        -- The plays of a track by a user. Its triggers keep the sums, because rows also go by cascade, with an account.
        CREATE TABLE play_count (
          account TEXT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
          track TEXT NOT NULL REFERENCES track (id) ON DELETE CASCADE,
          plays INTEGER NOT NULL CHECK (plays > 0),
          last_played_at INTEGER NOT NULL,
          PRIMARY KEY (account, track)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX play_count_recent ON play_count (account, last_played_at, track);
        CREATE INDEX play_count_most ON play_count (account, plays, last_played_at, track);
        CREATE INDEX play_count_track ON play_count (track);

        \(countTrigger("added", after: "INSERT", row: "NEW", change: "+ NEW.plays"))
        \(countTrigger("changed", after: "UPDATE", row: "NEW", change: "+ NEW.plays - OLD.plays"))
        \(countTrigger("removed", after: "DELETE", row: "OLD", change: "- OLD.plays"))

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

        -- A removed track leaves a gap between the places of a queue.
        CREATE TABLE play_queue (
          account TEXT NOT NULL PRIMARY KEY REFERENCES account (id) ON DELETE CASCADE,
          revision INTEGER NOT NULL CHECK (revision > 0),
          current_index INTEGER NOT NULL CHECK (current_index >= 0),
          position_ms INTEGER NOT NULL CHECK (position_ms >= 0),
          updated_at INTEGER NOT NULL,
          client TEXT
        ) STRICT;

        CREATE TABLE play_queue_track (
          account TEXT NOT NULL REFERENCES play_queue (account) ON DELETE CASCADE,
          place INTEGER NOT NULL CHECK (place >= 0),
          track TEXT NOT NULL REFERENCES track (id) ON DELETE CASCADE,
          PRIMARY KEY (account, place)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX play_queue_track_track ON play_queue_track (track);

        CREATE TABLE bookmark (
          account TEXT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
          track TEXT NOT NULL REFERENCES track (id) ON DELETE CASCADE,
          position_ms INTEGER NOT NULL CHECK (position_ms >= 0),
          comment TEXT CHECK (comment <> ''),
          created_at INTEGER NOT NULL,
          changed_at INTEGER NOT NULL,
          PRIMARY KEY (account, track)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX bookmark_recent ON bookmark (account, changed_at, track);
        CREATE INDEX bookmark_track ON bookmark (track);

        CREATE TABLE radio_station (
          id TEXT NOT NULL PRIMARY KEY,
          name TEXT NOT NULL,
          name_key TEXT NOT NULL,
          stream TEXT NOT NULL,
          home_page TEXT,
          created_at INTEGER NOT NULL,
          picture TEXT
        ) STRICT;
        CREATE INDEX radio_station_name ON radio_station (name_key, id);
        CREATE INDEX radio_station_picture ON radio_station (picture) WHERE picture IS NOT NULL;

        -- Comments that users pin to moments of tracks. They go with their author and with their track.
        CREATE TABLE moment (
          id TEXT NOT NULL PRIMARY KEY,
          account TEXT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
          track TEXT NOT NULL REFERENCES track (id) ON DELETE CASCADE,
          position_ms INTEGER NOT NULL CHECK (position_ms >= 0),
          text TEXT NOT NULL CHECK (text <> ''),
          created_at INTEGER NOT NULL,
          edited_at INTEGER,
          hidden_at INTEGER,
          hidden_by TEXT REFERENCES account (id) ON DELETE SET NULL,
          hidden_reason TEXT,
          CHECK ((hidden_at IS NULL) = (hidden_reason IS NULL))
        ) STRICT;
        CREATE INDEX moment_by_position ON moment (track, position_ms, id);
        CREATE INDEX moment_by_author ON moment (account, track);
        CREATE INDEX moment_by_moderator ON moment (hidden_by) WHERE hidden_by IS NOT NULL;

        -- The use of the home screen's rows. `weight` is the sum of a row's uses at `used_at`; a use loses half its
        -- weight in two weeks.
        CREATE TABLE home_row_use (
          account TEXT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
          home_row TEXT NOT NULL CHECK (home_row <> ''),
          weight REAL NOT NULL CHECK (weight > 0),
          used_at INTEGER NOT NULL,
          PRIMARY KEY (account, home_row)
        ) STRICT, WITHOUT ROWID;

        -- Speakers that users share, with their queues. Nobody's name is with the songs: a speaker plays for a room.
        CREATE TABLE speaker (
          id TEXT NOT NULL PRIMARY KEY,
          current_place INTEGER NOT NULL CHECK (current_place >= 0),
          position_ms INTEGER NOT NULL CHECK (position_ms >= 0),
          volume INTEGER NOT NULL CHECK (volume BETWEEN 0 AND 100),
          repeats TEXT NOT NULL CHECK (repeats IN ('off', 'all', 'one')),
          is_shuffled INTEGER NOT NULL CHECK (is_shuffled IN (0, 1)),
          updated_at INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE speaker_track (
          speaker TEXT NOT NULL REFERENCES speaker (id) ON DELETE CASCADE,
          place INTEGER NOT NULL,
          track TEXT NOT NULL REFERENCES track (id) ON DELETE CASCADE,
          PRIMARY KEY (speaker, place)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX speaker_track_track ON speaker_track (track);

        -- The renderers of the local network that administrators allow. Their queues are those of the speakers with the
        -- same ids.
        CREATE TABLE renderer (
          id TEXT NOT NULL PRIMARY KEY,
          name TEXT NOT NULL CHECK (name <> ''),
          allowed_at INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
        """

    /// A trigger that keeps the plays of a track, its album and its performers, and adds those of the album up anew.
    private static func countTrigger(_ name: String, after event: String, row: String, change: String) -> String {
        """
        CREATE TRIGGER play_count_\(name) AFTER \(event) ON play_count BEGIN
          UPDATE track SET plays = plays \(change) WHERE id = \(row).track;
          UPDATE album SET plays = plays \(change)
            WHERE id = (SELECT album FROM track WHERE id = \(row).track AND missing_since IS NULL);
          UPDATE artist SET plays = plays \(change)
            WHERE id IN (SELECT ta.artist
              FROM track_artist ta JOIN track t ON t.id = ta.track
              WHERE ta.track = \(row).track AND ta.role = 'performer' AND t.missing_since IS NULL);
          DELETE FROM album_play WHERE account = \(row).account \
        AND album = (SELECT album FROM track WHERE id = \(row).track);
          INSERT INTO album_play (account, album, plays, last_played_at)
            SELECT c.account, t.album, sum(c.plays), max(c.last_played_at)
            FROM track t CROSS JOIN play_count c ON c.account = \(row).account AND c.track = t.id
            WHERE t.album = (SELECT album FROM track WHERE id = \(row).track)
            GROUP BY c.account, t.album;
        END;
        """
    }

    /// Plays that are handed on to other services.
    static let scrobbling = """
        -- A user's accounts at other servers, one of each kind. `sealed_token` is encrypted by a key that is not in the
        -- database. `history_…` and `import_…` are null where nobody has asked for them.
        CREATE TABLE scrobble_link (
          account TEXT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
          service TEXT NOT NULL CHECK (service IN ('listenbrainz', 'lastfm')),
          id TEXT NOT NULL UNIQUE,
          base TEXT NOT NULL CHECK (base <> ''),
          name TEXT NOT NULL CHECK (name <> ''),
          sealed_token BLOB NOT NULL,
          connected_at INTEGER NOT NULL,
          pause TEXT CHECK (pause IN ('token', 'token_lost')),
          total INTEGER NOT NULL DEFAULT 0 CHECK (total >= 0),
          last_at INTEGER,
          failures INTEGER NOT NULL DEFAULT 0 CHECK (failures >= 0),
          trouble TEXT,
          retry_at INTEGER,
          history_state TEXT CHECK (history_state IN ('running', 'stopped', 'done')),
          history_at INTEGER,
          history_play TEXT,
          history_total INTEGER,
          history_done INTEGER,
          import_state TEXT CHECK (import_state IN ('running', 'stopped', 'done')),
          import_before INTEGER,
          import_read INTEGER,
          import_added INTEGER,
          import_unmatched INTEGER,
          PRIMARY KEY (account, service)
        ) STRICT;

        -- A waiting play has the names of its track at that time; with a `refusal` it waits no longer.
        CREATE TABLE scrobble (
          play TEXT NOT NULL REFERENCES play (id) ON DELETE CASCADE,
          service TEXT NOT NULL,
          account TEXT NOT NULL,
          is_history INTEGER NOT NULL CHECK (is_history IN (0, 1)),
          played_at INTEGER NOT NULL,
          client TEXT NOT NULL,
          title TEXT NOT NULL,
          artist TEXT NOT NULL CHECK (artist <> ''),
          album TEXT NOT NULL,
          duration_ms INTEGER NOT NULL,
          recording TEXT,
          isrc TEXT,
          since INTEGER NOT NULL,
          refusal TEXT,
          refused_at INTEGER,
          PRIMARY KEY (play, service),
          FOREIGN KEY (account, service) REFERENCES scrobble_link (account, service) ON DELETE CASCADE
        ) STRICT;
        CREATE INDEX scrobble_waiting ON scrobble (account, service, is_history, played_at, play) WHERE refusal IS NULL;
        CREATE INDEX scrobble_since ON scrobble (account, service, since) WHERE refusal IS NULL;
        CREATE INDEX scrobble_refused ON scrobble (account, service, refused_at) WHERE refusal IS NOT NULL;
        CREATE INDEX scrobble_export ON scrobble (account, played_at, play, service);

        -- This server's registration at Last.fm. `sealed_secret` is encrypted by a key that is not in the database.
        CREATE TABLE scrobble_application (
          service TEXT PRIMARY KEY CHECK (service = 'lastfm'),
          is_on INTEGER NOT NULL CHECK (is_on IN (0, 1)),
          root TEXT NOT NULL CHECK (root <> ''),
          page TEXT NOT NULL CHECK (page <> ''),
          api_key TEXT NOT NULL,
          sealed_secret BLOB
        ) STRICT;
        """
}
