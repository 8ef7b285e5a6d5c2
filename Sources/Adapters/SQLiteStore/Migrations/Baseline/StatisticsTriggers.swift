extension Baseline {
    /// The sums of artists and genres follow the credits of tracks. A track counts once for an artist or genre, however
    /// often it names them.
    static let statisticsOfCredits = """
        CREATE TRIGGER performer_tallied AFTER INSERT ON track_artist
          WHEN NEW.role = 'performer' AND EXISTS (SELECT 1 FROM play WHERE track = NEW.track)
            AND NOT EXISTS (SELECT 1
              FROM track_artist
              WHERE track = NEW.track AND artist = NEW.artist AND position <> NEW.position
                AND role = 'performer') BEGIN
          INSERT INTO listening_tally (who, span, kind, subject, library, plays, heard_ms)
            SELECT p.who, p.span, 'artist', NEW.artist, t.part, count(*), sum(p.heard_ms)
            FROM track t CROSS JOIN listening_part p ON p.track = t.id
            WHERE t.id = NEW.track AND p.track = NEW.track
            GROUP BY p.who, p.span, t.part
            ON CONFLICT (who, span, kind, subject, library) DO UPDATE SET plays = plays + excluded.plays,
              heard_ms = heard_ms + excluded.heard_ms;
        END;
        CREATE TRIGGER performer_untallied AFTER DELETE ON track_artist
          WHEN OLD.role = 'performer' AND EXISTS (SELECT 1 FROM play WHERE track = OLD.track)
            AND NOT EXISTS (SELECT 1
              FROM track_artist
              WHERE track = OLD.track AND artist = OLD.artist AND position <> OLD.position
                AND role = 'performer') BEGIN
          INSERT INTO listening_tally (who, span, kind, subject, library, plays, heard_ms)
            SELECT p.who, p.span, 'artist', OLD.artist, t.part, -count(*), -sum(p.heard_ms)
            FROM track t CROSS JOIN listening_part p ON p.track = t.id
            WHERE t.id = OLD.track AND p.track = OLD.track
            GROUP BY p.who, p.span, t.part
            ON CONFLICT (who, span, kind, subject, library) DO UPDATE SET plays = plays + excluded.plays,
              heard_ms = heard_ms + excluded.heard_ms;
        END;
        CREATE TRIGGER performer_left AFTER UPDATE OF artist ON track_artist
          WHEN OLD.artist <> NEW.artist AND OLD.role = 'performer'
            AND EXISTS (SELECT 1 FROM play WHERE track = OLD.track)
            AND NOT EXISTS (SELECT 1
              FROM track_artist
              WHERE track = OLD.track AND artist = OLD.artist AND position <> OLD.position
                AND role = 'performer') BEGIN
          INSERT INTO listening_tally (who, span, kind, subject, library, plays, heard_ms)
            SELECT p.who, p.span, 'artist', OLD.artist, t.part, -count(*), -sum(p.heard_ms)
            FROM track t CROSS JOIN listening_part p ON p.track = t.id
            WHERE t.id = OLD.track AND p.track = OLD.track
            GROUP BY p.who, p.span, t.part
            ON CONFLICT (who, span, kind, subject, library) DO UPDATE SET plays = plays + excluded.plays,
              heard_ms = heard_ms + excluded.heard_ms;
        END;
        CREATE TRIGGER performer_joined AFTER UPDATE OF artist ON track_artist
          WHEN OLD.artist <> NEW.artist AND NEW.role = 'performer'
            AND EXISTS (SELECT 1 FROM play WHERE track = NEW.track)
            AND NOT EXISTS (SELECT 1
              FROM track_artist
              WHERE track = NEW.track AND artist = NEW.artist AND position <> NEW.position
                AND role = 'performer') BEGIN
          INSERT INTO listening_tally (who, span, kind, subject, library, plays, heard_ms)
            SELECT p.who, p.span, 'artist', NEW.artist, t.part, count(*), sum(p.heard_ms)
            FROM track t CROSS JOIN listening_part p ON p.track = t.id
            WHERE t.id = NEW.track AND p.track = NEW.track
            GROUP BY p.who, p.span, t.part
            ON CONFLICT (who, span, kind, subject, library) DO UPDATE SET plays = plays + excluded.plays,
              heard_ms = heard_ms + excluded.heard_ms;
        END;
        CREATE TRIGGER genre_tallied AFTER INSERT ON track_genre
          WHEN true AND EXISTS (SELECT 1 FROM play WHERE track = NEW.track)
            AND NOT EXISTS (SELECT 1
              FROM track_genre
              WHERE track = NEW.track AND genre = NEW.genre AND position <> NEW.position AND true) BEGIN
          INSERT INTO listening_tally (who, span, kind, subject, library, plays, heard_ms)
            SELECT p.who, p.span, 'genre', NEW.genre, t.part, count(*), sum(p.heard_ms)
            FROM track t CROSS JOIN listening_part p ON p.track = t.id
            WHERE t.id = NEW.track AND p.track = NEW.track
            GROUP BY p.who, p.span, t.part
            ON CONFLICT (who, span, kind, subject, library) DO UPDATE SET plays = plays + excluded.plays,
              heard_ms = heard_ms + excluded.heard_ms;
        END;
        CREATE TRIGGER genre_untallied AFTER DELETE ON track_genre
          WHEN true AND EXISTS (SELECT 1 FROM play WHERE track = OLD.track)
            AND NOT EXISTS (SELECT 1
              FROM track_genre
              WHERE track = OLD.track AND genre = OLD.genre AND position <> OLD.position AND true) BEGIN
          INSERT INTO listening_tally (who, span, kind, subject, library, plays, heard_ms)
            SELECT p.who, p.span, 'genre', OLD.genre, t.part, -count(*), -sum(p.heard_ms)
            FROM track t CROSS JOIN listening_part p ON p.track = t.id
            WHERE t.id = OLD.track AND p.track = OLD.track
            GROUP BY p.who, p.span, t.part
            ON CONFLICT (who, span, kind, subject, library) DO UPDATE SET plays = plays + excluded.plays,
              heard_ms = heard_ms + excluded.heard_ms;
        END;
        CREATE TRIGGER genre_left AFTER UPDATE OF genre ON track_genre
          WHEN OLD.genre <> NEW.genre AND true AND EXISTS (SELECT 1 FROM play WHERE track = OLD.track)
            AND NOT EXISTS (SELECT 1
              FROM track_genre
              WHERE track = OLD.track AND genre = OLD.genre AND position <> OLD.position AND true) BEGIN
          INSERT INTO listening_tally (who, span, kind, subject, library, plays, heard_ms)
            SELECT p.who, p.span, 'genre', OLD.genre, t.part, -count(*), -sum(p.heard_ms)
            FROM track t CROSS JOIN listening_part p ON p.track = t.id
            WHERE t.id = OLD.track AND p.track = OLD.track
            GROUP BY p.who, p.span, t.part
            ON CONFLICT (who, span, kind, subject, library) DO UPDATE SET plays = plays + excluded.plays,
              heard_ms = heard_ms + excluded.heard_ms;
        END;
        CREATE TRIGGER genre_joined AFTER UPDATE OF genre ON track_genre
          WHEN OLD.genre <> NEW.genre AND true AND EXISTS (SELECT 1 FROM play WHERE track = NEW.track)
            AND NOT EXISTS (SELECT 1
              FROM track_genre
              WHERE track = NEW.track AND genre = NEW.genre AND position <> NEW.position AND true) BEGIN
          INSERT INTO listening_tally (who, span, kind, subject, library, plays, heard_ms)
            SELECT p.who, p.span, 'genre', NEW.genre, t.part, count(*), sum(p.heard_ms)
            FROM track t CROSS JOIN listening_part p ON p.track = t.id
            WHERE t.id = NEW.track AND p.track = NEW.track
            GROUP BY p.who, p.span, t.part
            ON CONFLICT (who, span, kind, subject, library) DO UPDATE SET plays = plays + excluded.plays,
              heard_ms = heard_ms + excluded.heard_ms;
        END;
        """

    /// Everything that a user ever heard joins the group, or leaves it. The group's months, which users have no tally
    /// of, take one statement for each kind: joined to a view of all kinds, SQLite would make the whole view first.
    static let statisticsOfMembers = """
        CREATE TABLE listening_shared (
          account TEXT NOT NULL PRIMARY KEY REFERENCES account (id) ON DELETE CASCADE,
          since INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
        CREATE TRIGGER account_shares AFTER INSERT ON listening_shared BEGIN
          INSERT INTO listening_tally (who, span, kind, subject, library, plays, heard_ms)
            SELECT '', span, kind, subject, library, plays, heard_ms
            FROM listening_tally
            WHERE who = NEW.account
            ON CONFLICT (who, span, kind, subject, library) DO UPDATE SET plays = plays + excluded.plays,
              heard_ms = heard_ms + excluded.heard_ms;
          INSERT INTO listening_tally (who, span, kind, subject, library, plays, heard_ms)
            SELECT '', p.month, 'track', t.id, t.part, sum(p.plays), sum(p.heard_ms)
            FROM (SELECT CAST(strftime('%Y%m', q.day * 86400, 'unixepoch') AS INTEGER) AS month, q.track,
              count(*) AS plays, sum(q.heard_ms) AS heard_ms
              FROM play q
              WHERE q.account = NEW.account AND q.day IS NOT NULL
              GROUP BY 1, 2) p
              CROSS JOIN track t ON t.id = p.track
            WHERE true
            GROUP BY p.month, t.id, t.part
            ON CONFLICT (who, span, kind, subject, library) DO UPDATE SET plays = plays + excluded.plays,
              heard_ms = heard_ms + excluded.heard_ms;
          INSERT INTO listening_tally (who, span, kind, subject, library, plays, heard_ms)
            SELECT '', p.month, 'album', t.album, t.part, sum(p.plays), sum(p.heard_ms)
            FROM (SELECT CAST(strftime('%Y%m', q.day * 86400, 'unixepoch') AS INTEGER) AS month, q.track,
              count(*) AS plays, sum(q.heard_ms) AS heard_ms
              FROM play q
              WHERE q.account = NEW.account AND q.day IS NOT NULL
              GROUP BY 1, 2) p
              CROSS JOIN track t ON t.id = p.track
            WHERE true
            GROUP BY p.month, t.album, t.part
            ON CONFLICT (who, span, kind, subject, library) DO UPDATE SET plays = plays + excluded.plays,
              heard_ms = heard_ms + excluded.heard_ms;
          INSERT INTO listening_tally (who, span, kind, subject, library, plays, heard_ms)
            SELECT '', p.month, 'artist', l.artist, t.part, sum(p.plays), sum(p.heard_ms)
            FROM (SELECT CAST(strftime('%Y%m', q.day * 86400, 'unixepoch') AS INTEGER) AS month, q.track,
              count(*) AS plays, sum(q.heard_ms) AS heard_ms
              FROM play q
              WHERE q.account = NEW.account AND q.day IS NOT NULL
              GROUP BY 1, 2) p
              CROSS JOIN track t ON t.id = p.track
              CROSS JOIN track_artist l ON l.track = t.id AND l.role = 'performer'
                AND NOT EXISTS (SELECT 1
                  FROM track_artist e
                  WHERE e.track = l.track AND e.role = 'performer' AND e.artist = l.artist AND e.position < l.position)
            WHERE true
            GROUP BY p.month, l.artist, t.part
            ON CONFLICT (who, span, kind, subject, library) DO UPDATE SET plays = plays + excluded.plays,
              heard_ms = heard_ms + excluded.heard_ms;
          INSERT INTO listening_tally (who, span, kind, subject, library, plays, heard_ms)
            SELECT '', p.month, 'genre', l.genre, t.part, sum(p.plays), sum(p.heard_ms)
            FROM (SELECT CAST(strftime('%Y%m', q.day * 86400, 'unixepoch') AS INTEGER) AS month, q.track,
              count(*) AS plays, sum(q.heard_ms) AS heard_ms
              FROM play q
              WHERE q.account = NEW.account AND q.day IS NOT NULL
              GROUP BY 1, 2) p
              CROSS JOIN track t ON t.id = p.track
              CROSS JOIN track_genre l ON l.track = t.id
                AND NOT EXISTS (SELECT 1
                  FROM track_genre e
                  WHERE e.track = l.track AND e.genre = l.genre AND e.position < l.position)
            WHERE true
            GROUP BY p.month, l.genre, t.part
            ON CONFLICT (who, span, kind, subject, library) DO UPDATE SET plays = plays + excluded.plays,
              heard_ms = heard_ms + excluded.heard_ms;
          INSERT INTO listening_hour (who, day, hour, library, plays, heard_ms)
            SELECT '', day, hour, library, plays, heard_ms
            FROM listening_hour
            WHERE who = NEW.account
            ON CONFLICT (who, day, hour, library) DO UPDATE SET plays = plays + excluded.plays,
              heard_ms = heard_ms + excluded.heard_ms;
        END;
        CREATE TRIGGER account_unshares AFTER DELETE ON listening_shared BEGIN
          INSERT INTO listening_tally (who, span, kind, subject, library, plays, heard_ms)
            SELECT '', span, kind, subject, library, -plays, -heard_ms
            FROM listening_tally
            WHERE who = OLD.account
            ON CONFLICT (who, span, kind, subject, library) DO UPDATE SET plays = plays + excluded.plays,
              heard_ms = heard_ms + excluded.heard_ms;
          INSERT INTO listening_tally (who, span, kind, subject, library, plays, heard_ms)
            SELECT '', p.month, 'track', t.id, t.part, -sum(p.plays), -sum(p.heard_ms)
            FROM (SELECT CAST(strftime('%Y%m', q.day * 86400, 'unixepoch') AS INTEGER) AS month, q.track,
              count(*) AS plays, sum(q.heard_ms) AS heard_ms
              FROM play q
              WHERE q.account = OLD.account AND q.day IS NOT NULL
              GROUP BY 1, 2) p
              CROSS JOIN track t ON t.id = p.track
            WHERE true
            GROUP BY p.month, t.id, t.part
            ON CONFLICT (who, span, kind, subject, library) DO UPDATE SET plays = plays + excluded.plays,
              heard_ms = heard_ms + excluded.heard_ms;
          INSERT INTO listening_tally (who, span, kind, subject, library, plays, heard_ms)
            SELECT '', p.month, 'album', t.album, t.part, -sum(p.plays), -sum(p.heard_ms)
            FROM (SELECT CAST(strftime('%Y%m', q.day * 86400, 'unixepoch') AS INTEGER) AS month, q.track,
              count(*) AS plays, sum(q.heard_ms) AS heard_ms
              FROM play q
              WHERE q.account = OLD.account AND q.day IS NOT NULL
              GROUP BY 1, 2) p
              CROSS JOIN track t ON t.id = p.track
            WHERE true
            GROUP BY p.month, t.album, t.part
            ON CONFLICT (who, span, kind, subject, library) DO UPDATE SET plays = plays + excluded.plays,
              heard_ms = heard_ms + excluded.heard_ms;
          INSERT INTO listening_tally (who, span, kind, subject, library, plays, heard_ms)
            SELECT '', p.month, 'artist', l.artist, t.part, -sum(p.plays), -sum(p.heard_ms)
            FROM (SELECT CAST(strftime('%Y%m', q.day * 86400, 'unixepoch') AS INTEGER) AS month, q.track,
              count(*) AS plays, sum(q.heard_ms) AS heard_ms
              FROM play q
              WHERE q.account = OLD.account AND q.day IS NOT NULL
              GROUP BY 1, 2) p
              CROSS JOIN track t ON t.id = p.track
              CROSS JOIN track_artist l ON l.track = t.id AND l.role = 'performer'
                AND NOT EXISTS (SELECT 1
                  FROM track_artist e
                  WHERE e.track = l.track AND e.role = 'performer' AND e.artist = l.artist AND e.position < l.position)
            WHERE true
            GROUP BY p.month, l.artist, t.part
            ON CONFLICT (who, span, kind, subject, library) DO UPDATE SET plays = plays + excluded.plays,
              heard_ms = heard_ms + excluded.heard_ms;
          INSERT INTO listening_tally (who, span, kind, subject, library, plays, heard_ms)
            SELECT '', p.month, 'genre', l.genre, t.part, -sum(p.plays), -sum(p.heard_ms)
            FROM (SELECT CAST(strftime('%Y%m', q.day * 86400, 'unixepoch') AS INTEGER) AS month, q.track,
              count(*) AS plays, sum(q.heard_ms) AS heard_ms
              FROM play q
              WHERE q.account = OLD.account AND q.day IS NOT NULL
              GROUP BY 1, 2) p
              CROSS JOIN track t ON t.id = p.track
              CROSS JOIN track_genre l ON l.track = t.id
                AND NOT EXISTS (SELECT 1
                  FROM track_genre e
                  WHERE e.track = l.track AND e.genre = l.genre AND e.position < l.position)
            WHERE true
            GROUP BY p.month, l.genre, t.part
            ON CONFLICT (who, span, kind, subject, library) DO UPDATE SET plays = plays + excluded.plays,
              heard_ms = heard_ms + excluded.heard_ms;
          INSERT INTO listening_hour (who, day, hour, library, plays, heard_ms)
            SELECT '', day, hour, library, -plays, -heard_ms
            FROM listening_hour
            WHERE who = OLD.account
            ON CONFLICT (who, day, hour, library) DO UPDATE SET plays = plays + excluded.plays,
              heard_ms = heard_ms + excluded.heard_ms;
        END;
        """
}
