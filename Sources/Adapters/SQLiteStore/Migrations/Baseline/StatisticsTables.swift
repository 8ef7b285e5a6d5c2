extension Baseline {
    /// Plays added up for each user, and for the group of those who share what they hear (`who` is empty).
    ///
    /// Triggers keep the sums, because plays also go by cascade, with an account or a track, and because a track's tags
    /// change what it belongs to. Periods shorter than a month of the group or a year of a user are added up from
    /// `play`, which has few rows then.
    static let statistics = """
        -- The time zone of `play.day` and `play.hour`.
        CREATE TABLE listening_zone (
          one INTEGER NOT NULL PRIMARY KEY CHECK (one = 1),
          zone TEXT NOT NULL
        ) STRICT;
        INSERT INTO listening_zone (one, zone) VALUES (1, 'UTC');

        -- Plays and time of each track, album, artist and genre: for all time (`span` 0), for each year (2026) and, for
        -- the group, for each month (202611).
        CREATE TABLE listening_tally (
          who TEXT NOT NULL,
          span INTEGER NOT NULL,
          kind TEXT NOT NULL,
          subject TEXT NOT NULL,
          library TEXT NOT NULL,
          plays INTEGER NOT NULL,
          heard_ms INTEGER NOT NULL,
          part TEXT GENERATED ALWAYS AS (library) VIRTUAL,
          PRIMARY KEY (who, span, kind, subject, library)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX listening_tally_most
          ON listening_tally (who, span, kind, plays DESC, heard_ms DESC, subject, library);
        CREATE TRIGGER listening_tally_emptied AFTER UPDATE OF plays ON listening_tally WHEN NEW.plays = 0 BEGIN
          DELETE FROM listening_tally
            WHERE who = NEW.who AND span = NEW.span AND kind = NEW.kind AND subject = NEW.subject
              AND library = NEW.library;
        END;

        -- Plays and time of each hour of each local day.
        CREATE TABLE listening_hour (
          who TEXT NOT NULL,
          day INTEGER NOT NULL,
          hour INTEGER NOT NULL,
          library TEXT NOT NULL,
          plays INTEGER NOT NULL,
          heard_ms INTEGER NOT NULL,
          part TEXT GENERATED ALWAYS AS (library) VIRTUAL,
          PRIMARY KEY (who, day, hour, library)
        ) STRICT, WITHOUT ROWID;
        CREATE TRIGGER listening_hour_emptied AFTER UPDATE OF plays ON listening_hour WHEN NEW.plays = 0 BEGIN
          DELETE FROM listening_hour
            WHERE who = NEW.who AND day = NEW.day AND hour = NEW.hour AND library = NEW.library;
        END;

        -- What a track's plays count for.
        CREATE VIEW listening_subject (track, library, kind, subject) AS SELECT id, part, 'track', id FROM track
          UNION ALL SELECT id, part, 'album', album FROM track
          UNION ALL
            SELECT l.track, t.part, 'artist', l.artist
            FROM track_artist l CROSS JOIN track t ON t.id = l.track
            WHERE l.role = 'performer'
              AND NOT EXISTS (SELECT 1
                FROM track_artist e
                WHERE e.track = l.track AND e.role = 'performer' AND e.artist = l.artist AND e.position < l.position)
          UNION ALL
            SELECT l.track, t.part, 'genre', l.genre
            FROM track_genre l CROSS JOIN track t ON t.id = l.track
            WHERE NOT EXISTS (SELECT 1
              FROM track_genre e
              WHERE e.track = l.track AND e.genre = l.genre AND e.position < l.position);

        -- Plays by user and span, as `listening_tally` has them.
        CREATE VIEW listening_part (track, who, span, heard_ms) AS
          SELECT p.track, p.account, 0, p.heard_ms
          FROM play p
          WHERE p.day IS NOT NULL
          UNION ALL
            SELECT p.track, p.account, CAST(strftime('%Y', p.day * 86400, 'unixepoch') AS INTEGER), p.heard_ms
            FROM play p
            WHERE p.day IS NOT NULL
          UNION ALL
            SELECT p.track, '', 0, p.heard_ms
            FROM play p
            WHERE p.day IS NOT NULL AND p.account IN (SELECT account FROM listening_shared)
          UNION ALL
            SELECT p.track, '', CAST(strftime('%Y', p.day * 86400, 'unixepoch') AS INTEGER), p.heard_ms
            FROM play p
            WHERE p.day IS NOT NULL AND p.account IN (SELECT account FROM listening_shared)
          UNION ALL
            SELECT p.track, '', CAST(strftime('%Y%m', p.day * 86400, 'unixepoch') AS INTEGER), p.heard_ms
            FROM play p
            WHERE p.day IS NOT NULL AND p.account IN (SELECT account FROM listening_shared);

        -- A play more or less. A user who is being deleted has taken everything along (`account_untallied`).
        CREATE TRIGGER play_tallied AFTER INSERT ON play WHEN NEW.day IS NOT NULL BEGIN
          INSERT INTO listening_tally (who, span, kind, subject, library, plays, heard_ms)
            SELECT p.who, p.span, j.kind, j.subject, j.library, 1, NEW.heard_ms
            FROM listening_subject j
              CROSS JOIN (SELECT NEW.account AS who, 0 AS span
                UNION ALL SELECT NEW.account, CAST(strftime('%Y', NEW.day * 86400, 'unixepoch') AS INTEGER)
                UNION ALL SELECT '', 0 WHERE NEW.account IN (SELECT account FROM listening_shared)
                UNION ALL
                  SELECT '', CAST(strftime('%Y', NEW.day * 86400, 'unixepoch') AS INTEGER)
                  WHERE NEW.account IN (SELECT account FROM listening_shared)
                UNION ALL
                  SELECT '', CAST(strftime('%Y%m', NEW.day * 86400, 'unixepoch') AS INTEGER)
                  WHERE NEW.account IN (SELECT account FROM listening_shared)) p
            WHERE j.track = NEW.track
            ON CONFLICT (who, span, kind, subject, library) DO UPDATE SET plays = plays + excluded.plays,
              heard_ms = heard_ms + excluded.heard_ms;
          INSERT INTO listening_hour (who, day, hour, library, plays, heard_ms)
            SELECT p.who, NEW.day, NEW.hour, t.part, 1, NEW.heard_ms
            FROM track t
              CROSS JOIN (SELECT NEW.account AS who
                UNION ALL SELECT '' WHERE NEW.account IN (SELECT account FROM listening_shared)) p
            WHERE t.id = NEW.track
            ON CONFLICT (who, day, hour, library) DO UPDATE SET plays = plays + excluded.plays,
              heard_ms = heard_ms + excluded.heard_ms;
        END;
        CREATE TRIGGER play_untallied AFTER DELETE ON play
          WHEN OLD.day IS NOT NULL AND EXISTS (SELECT 1 FROM account WHERE id = OLD.account) BEGIN
          INSERT INTO listening_tally (who, span, kind, subject, library, plays, heard_ms)
            SELECT p.who, p.span, j.kind, j.subject, j.library, -1, -OLD.heard_ms
            FROM listening_subject j
              CROSS JOIN (SELECT OLD.account AS who, 0 AS span
                UNION ALL SELECT OLD.account, CAST(strftime('%Y', OLD.day * 86400, 'unixepoch') AS INTEGER)
                UNION ALL SELECT '', 0 WHERE OLD.account IN (SELECT account FROM listening_shared)
                UNION ALL
                  SELECT '', CAST(strftime('%Y', OLD.day * 86400, 'unixepoch') AS INTEGER)
                  WHERE OLD.account IN (SELECT account FROM listening_shared)
                UNION ALL
                  SELECT '', CAST(strftime('%Y%m', OLD.day * 86400, 'unixepoch') AS INTEGER)
                  WHERE OLD.account IN (SELECT account FROM listening_shared)) p
            WHERE j.track = OLD.track
            ON CONFLICT (who, span, kind, subject, library) DO UPDATE SET plays = plays + excluded.plays,
              heard_ms = heard_ms + excluded.heard_ms;
          INSERT INTO listening_hour (who, day, hour, library, plays, heard_ms)
            SELECT p.who, OLD.day, OLD.hour, t.part, -1, -OLD.heard_ms
            FROM track t
              CROSS JOIN (SELECT OLD.account AS who
                UNION ALL SELECT '' WHERE OLD.account IN (SELECT account FROM listening_shared)) p
            WHERE t.id = OLD.track
            ON CONFLICT (who, day, hour, library) DO UPDATE SET plays = plays + excluded.plays,
              heard_ms = heard_ms + excluded.heard_ms;
        END;

        -- Everything that was ever heard of one track moves to another album or part. A trigger before a change does
        -- not see generated columns (SQLite 3.40), so the condition compares what `part` is made of.
        CREATE TRIGGER track_untallied BEFORE UPDATE OF album, library, is_explicit ON track
          WHEN (OLD.album <> NEW.album OR (OLD.library <> NEW.library OR OLD.is_explicit <> NEW.is_explicit))
            AND EXISTS (SELECT 1 FROM play WHERE track = OLD.id) BEGIN
          INSERT INTO listening_tally (who, span, kind, subject, library, plays, heard_ms)
            SELECT p.who, p.span, j.kind, j.subject, j.library, -count(*), -sum(p.heard_ms)
            FROM listening_subject j CROSS JOIN listening_part p ON p.track = j.track
            WHERE j.track = OLD.id AND p.track = OLD.id
            GROUP BY p.who, p.span, j.kind, j.subject, j.library
            ON CONFLICT (who, span, kind, subject, library) DO UPDATE SET plays = plays + excluded.plays,
              heard_ms = heard_ms + excluded.heard_ms;
          INSERT INTO listening_hour (who, day, hour, library, plays, heard_ms)
            SELECT p.account, p.day, p.hour, t.part, -count(*), -sum(p.heard_ms)
            FROM track t CROSS JOIN play p ON p.track = t.id
            WHERE t.id = OLD.id AND p.day IS NOT NULL
            GROUP BY p.account, p.day, p.hour, t.part
            ON CONFLICT (who, day, hour, library) DO UPDATE SET plays = plays + excluded.plays,
              heard_ms = heard_ms + excluded.heard_ms;
          INSERT INTO listening_hour (who, day, hour, library, plays, heard_ms)
            SELECT '', p.day, p.hour, t.part, -count(*), -sum(p.heard_ms)
            FROM track t CROSS JOIN play p ON p.track = t.id
            WHERE t.id = OLD.id AND p.day IS NOT NULL AND p.account IN (SELECT account FROM listening_shared)
            GROUP BY p.day, p.hour, t.part
            ON CONFLICT (who, day, hour, library) DO UPDATE SET plays = plays + excluded.plays,
              heard_ms = heard_ms + excluded.heard_ms;
        END;
        CREATE TRIGGER track_tallied AFTER UPDATE OF album, library, is_explicit ON track
          WHEN (OLD.album <> NEW.album OR (OLD.library <> NEW.library OR OLD.is_explicit <> NEW.is_explicit))
            AND EXISTS (SELECT 1 FROM play WHERE track = OLD.id) BEGIN
          INSERT INTO listening_tally (who, span, kind, subject, library, plays, heard_ms)
            SELECT p.who, p.span, j.kind, j.subject, j.library, count(*), sum(p.heard_ms)
            FROM listening_subject j CROSS JOIN listening_part p ON p.track = j.track
            WHERE j.track = NEW.id AND p.track = NEW.id
            GROUP BY p.who, p.span, j.kind, j.subject, j.library
            ON CONFLICT (who, span, kind, subject, library) DO UPDATE SET plays = plays + excluded.plays,
              heard_ms = heard_ms + excluded.heard_ms;
          INSERT INTO listening_hour (who, day, hour, library, plays, heard_ms)
            SELECT p.account, p.day, p.hour, t.part, count(*), sum(p.heard_ms)
            FROM track t CROSS JOIN play p ON p.track = t.id
            WHERE t.id = NEW.id AND p.day IS NOT NULL
            GROUP BY p.account, p.day, p.hour, t.part
            ON CONFLICT (who, day, hour, library) DO UPDATE SET plays = plays + excluded.plays,
              heard_ms = heard_ms + excluded.heard_ms;
          INSERT INTO listening_hour (who, day, hour, library, plays, heard_ms)
            SELECT '', p.day, p.hour, t.part, count(*), sum(p.heard_ms)
            FROM track t CROSS JOIN play p ON p.track = t.id
            WHERE t.id = NEW.id AND p.day IS NOT NULL AND p.account IN (SELECT account FROM listening_shared)
            GROUP BY p.day, p.hour, t.part
            ON CONFLICT (who, day, hour, library) DO UPDATE SET plays = plays + excluded.plays,
              heard_ms = heard_ms + excluded.heard_ms;
        END;
        CREATE TRIGGER track_forgotten BEFORE DELETE ON track BEGIN
          DELETE FROM play WHERE track = OLD.id;
        END;
        CREATE TRIGGER account_untallied BEFORE DELETE ON account BEGIN
          DELETE FROM listening_shared WHERE account = OLD.id;
          DELETE FROM listening_tally WHERE who = OLD.id;
          DELETE FROM listening_hour WHERE who = OLD.id;
        END;
        """
}
