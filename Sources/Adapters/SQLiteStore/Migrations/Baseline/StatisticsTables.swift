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
        \(playTallied)
        \(playUntallied)

        -- Everything that was ever heard of one track moves to another album or part. A trigger before a change does
        -- not see generated columns (SQLite 3.40), so the condition compares what `part` is made of.
        \(tallyOfTrack("track_untallied", "BEFORE", row: "OLD", sign: "-"))
        \(tallyOfTrack("track_tallied", "AFTER", row: "NEW", sign: ""))
        CREATE TRIGGER track_forgotten BEFORE DELETE ON track BEGIN
          DELETE FROM play WHERE track = OLD.id;
        END;
        CREATE TRIGGER account_untallied BEFORE DELETE ON account BEGIN
          DELETE FROM listening_shared WHERE account = OLD.id;
          DELETE FROM listening_tally WHERE who = OLD.id;
          DELETE FROM listening_hour WHERE who = OLD.id;
        END;
        """

    private static let playTallied = tallyOfPlay(
        "play_tallied", after: "INSERT", when: " WHEN NEW.day IS NOT NULL", row: "NEW", sign: "")

    private static let playUntallied = tallyOfPlay(
        "play_untallied", after: "DELETE",
        when: "\n  WHEN OLD.day IS NOT NULL AND EXISTS (SELECT 1 FROM account WHERE id = OLD.account)",
        row: "OLD", sign: "-")

    /// A trigger that adds a play to the sums, or takes it from them (with the sign `-`).
    private static func tallyOfPlay(
        _ name: String, after event: String, when condition: String, row: String, sign: String
    ) -> String {
        """
        CREATE TRIGGER \(name) AFTER \(event) ON play\(condition) BEGIN
          INSERT INTO listening_tally (who, span, kind, subject, library, plays, heard_ms)
            SELECT p.who, p.span, j.kind, j.subject, j.library, \(sign)1, \(sign)\(row).heard_ms
            FROM listening_subject j
              CROSS JOIN (SELECT \(row).account AS who, 0 AS span
                UNION ALL SELECT \(row).account, CAST(strftime('%Y', \(row).day * 86400, 'unixepoch') AS INTEGER)
                UNION ALL SELECT '', 0 WHERE \(row).account IN (SELECT account FROM listening_shared)
                UNION ALL
                  SELECT '', CAST(strftime('%Y', \(row).day * 86400, 'unixepoch') AS INTEGER)
                  WHERE \(row).account IN (SELECT account FROM listening_shared)
                UNION ALL
                  SELECT '', CAST(strftime('%Y%m', \(row).day * 86400, 'unixepoch') AS INTEGER)
                  WHERE \(row).account IN (SELECT account FROM listening_shared)) p
            WHERE j.track = \(row).track
            \(addedToTally)
          INSERT INTO listening_hour (who, day, hour, library, plays, heard_ms)
            SELECT p.who, \(row).day, \(row).hour, t.part, \(sign)1, \(sign)\(row).heard_ms
            FROM track t
              CROSS JOIN (SELECT \(row).account AS who
                UNION ALL SELECT '' WHERE \(row).account IN (SELECT account FROM listening_shared)) p
            WHERE t.id = \(row).track
            \(addedToHours)
        END;
        """
    }

    /// A trigger that takes everything that was heard of a track from the sums, or adds it to them.
    private static func tallyOfTrack(_ name: String, _ moment: String, row: String, sign: String) -> String {
        """
        CREATE TRIGGER \(name) \(moment) UPDATE OF album, library, is_explicit ON track
          WHEN (OLD.album <> NEW.album OR (OLD.library <> NEW.library OR OLD.is_explicit <> NEW.is_explicit))
            AND EXISTS (SELECT 1 FROM play WHERE track = OLD.id) BEGIN
          INSERT INTO listening_tally (who, span, kind, subject, library, plays, heard_ms)
            SELECT p.who, p.span, j.kind, j.subject, j.library, \(sign)count(*), \(sign)sum(p.heard_ms)
            FROM listening_subject j CROSS JOIN listening_part p ON p.track = j.track
            WHERE j.track = \(row).id AND p.track = \(row).id
            GROUP BY p.who, p.span, j.kind, j.subject, j.library
            \(addedToTally)
          INSERT INTO listening_hour (who, day, hour, library, plays, heard_ms)
            SELECT p.account, p.day, p.hour, t.part, \(sign)count(*), \(sign)sum(p.heard_ms)
            FROM track t CROSS JOIN play p ON p.track = t.id
            WHERE t.id = \(row).id AND p.day IS NOT NULL
            GROUP BY p.account, p.day, p.hour, t.part
            \(addedToHours)
          INSERT INTO listening_hour (who, day, hour, library, plays, heard_ms)
            SELECT '', p.day, p.hour, t.part, \(sign)count(*), \(sign)sum(p.heard_ms)
            FROM track t CROSS JOIN play p ON p.track = t.id
            WHERE t.id = \(row).id AND p.day IS NOT NULL AND p.account IN (SELECT account FROM listening_shared)
            GROUP BY p.day, p.hour, t.part
            \(addedToHours)
        END;
        """
    }
}
