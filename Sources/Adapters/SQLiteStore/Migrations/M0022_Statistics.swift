import GRDB

extension Migration {
    /// What was heard, added up: for each person and for the group of those who share what they hear (`who` is empty).
    ///
    /// `listening_tally` holds plays and time of each track, album, artist and genre for all time (`span` 0) and each year (2026), for
    /// the group each month as well (202611); `listening_hour` those of each hour of each local day. What is asked of less time is
    /// added up from `play` itself, of which there is little then. Everything is kept by triggers, because plays also go by cascade, with
    /// an account or a track, and because what a track belongs to changes with its tags. `day` counts days since 1970-01-01 and, as
    /// `hour`, is of the zone in `listening_zone`; the application computes both.
    static let m0022Statistics = Migration(name: "0022 statistics") { db in
        try db.execute(sql: columns)
        try db.execute(sql: tables)
        try db.execute(sql: views)
        try db.execute(sql: triggersOfPlays)
        try db.execute(sql: triggersOfTracks)
        try db.execute(
            sql: triggersOfLinks("performer", table: "track_artist", kind: "artist", also: "role = 'performer'"))
        try db.execute(sql: triggersOfLinks("genre", table: "track_genre", kind: "genre", also: "true"))
        try db.execute(sql: triggersOfPeople)
        try db.execute(sql: filling)
        for kind in ["track", "album", "artist"] { try db.execute(sql: ratings(kind)) }
    }

    private static let columns = """
        ALTER TABLE play ADD COLUMN day INTEGER;
        ALTER TABLE play ADD COLUMN hour INTEGER;
        ALTER TABLE play ADD COLUMN heard_ms INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE play ADD COLUMN source TEXT NOT NULL DEFAULT 'player';
        UPDATE play SET day = max(played_at, 0) / 86400000, hour = max(played_at, 0) / 3600000 % 24,
          heard_ms = (SELECT duration_ms FROM track WHERE track.id = play.track);
        CREATE INDEX play_by_day ON play (day, track, account, heard_ms);
        CREATE INDEX play_own_day ON play (account, day, track, heard_ms);
        """

    private static let tables = """
        CREATE TABLE listening_zone (
          one INTEGER NOT NULL PRIMARY KEY CHECK (one = 1),
          zone TEXT NOT NULL
        ) STRICT;
        INSERT INTO listening_zone (one, zone) VALUES (1, 'UTC');
        CREATE TABLE listening_shared (
          account TEXT NOT NULL PRIMARY KEY REFERENCES account (id) ON DELETE CASCADE,
          since INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE listening_tally (
          who TEXT NOT NULL,
          span INTEGER NOT NULL,
          kind TEXT NOT NULL,
          subject TEXT NOT NULL,
          library TEXT NOT NULL,
          plays INTEGER NOT NULL,
          heard_ms INTEGER NOT NULL,
          PRIMARY KEY (who, span, kind, subject, library)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX listening_tally_most ON listening_tally (who, span, kind, plays DESC, heard_ms DESC, subject, library);
        CREATE TABLE listening_hour (
          who TEXT NOT NULL,
          day INTEGER NOT NULL,
          hour INTEGER NOT NULL,
          library TEXT NOT NULL,
          plays INTEGER NOT NULL,
          heard_ms INTEGER NOT NULL,
          PRIMARY KEY (who, day, hour, library)
        ) STRICT, WITHOUT ROWID;
        CREATE TRIGGER listening_tally_emptied AFTER UPDATE OF plays ON listening_tally WHEN NEW.plays = 0 BEGIN
          DELETE FROM listening_tally WHERE who = NEW.who AND span = NEW.span AND kind = NEW.kind
            AND subject = NEW.subject AND library = NEW.library;
        END;
        CREATE TRIGGER listening_hour_emptied AFTER UPDATE OF plays ON listening_hour WHEN NEW.plays = 0 BEGIN
          DELETE FROM listening_hour WHERE who = NEW.who AND day = NEW.day AND hour = NEW.hour AND library = NEW.library;
        END;
        """

    /// `listening_subject`: what a track's plays count for; `listening_part`: plays by who and when, as the tally has them.
    private static let views = """
        CREATE VIEW listening_subject (track, library, kind, subject) AS
          SELECT id, library, 'track', id FROM track
          UNION ALL SELECT id, library, 'album', album FROM track
          UNION ALL SELECT l.track, t.library, 'artist', l.artist FROM track_artist l CROSS JOIN track t ON t.id = l.track
            WHERE l.role = 'performer' AND NOT EXISTS (SELECT 1 FROM track_artist e WHERE e.track = l.track
              AND e.role = 'performer' AND e.artist = l.artist AND e.position < l.position)
          UNION ALL SELECT l.track, t.library, 'genre', l.genre FROM track_genre l CROSS JOIN track t ON t.id = l.track
            WHERE NOT EXISTS (SELECT 1 FROM track_genre e WHERE e.track = l.track AND e.genre = l.genre
              AND e.position < l.position);
        CREATE VIEW listening_part (track, who, span, heard_ms) AS
          SELECT p.track, p.account, 0, p.heard_ms FROM play p WHERE p.day IS NOT NULL
          UNION ALL SELECT p.track, p.account, \(year("p")), p.heard_ms FROM play p WHERE p.day IS NOT NULL
          UNION ALL SELECT p.track, '', 0, p.heard_ms FROM play p WHERE p.day IS NOT NULL AND \(isShared("p"))
          UNION ALL SELECT p.track, '', \(year("p")), p.heard_ms FROM play p WHERE p.day IS NOT NULL AND \(isShared("p"))
          UNION ALL SELECT p.track, '', \(month("p")), p.heard_ms FROM play p WHERE p.day IS NOT NULL AND \(isShared("p"));
        """

    private static func year(_ row: String) -> String {
        "CAST(strftime('%Y', \(row).day * 86400, 'unixepoch') AS INTEGER)"
    }

    private static func month(_ row: String) -> String {
        "CAST(strftime('%Y%m', \(row).day * 86400, 'unixepoch') AS INTEGER)"
    }

    private static func isShared(_ row: String) -> String {
        "\(row).account IN (SELECT account FROM listening_shared)"
    }

    private static let intoTally = "INSERT INTO listening_tally (who, span, kind, subject, library, plays, heard_ms)"
    private static let addingToTally = """
        ON CONFLICT (who, span, kind, subject, library) DO UPDATE SET
            plays = plays + excluded.plays, heard_ms = heard_ms + excluded.heard_ms
        """
    private static let intoHours = "INSERT INTO listening_hour (who, day, hour, library, plays, heard_ms)"
    private static let addingToHours = """
        ON CONFLICT (who, day, hour, library) DO UPDATE SET
            plays = plays + excluded.plays, heard_ms = heard_ms + excluded.heard_ms
        """

    /// One play more or less. A person who is being deleted has taken everything with them (`account_untallied`).
    private static func play(_ row: String, sign: String) -> String {
        """
        \(intoTally)
          SELECT p.who, p.span, j.kind, j.subject, j.library, \(sign)1, \(sign)\(row).heard_ms
          FROM listening_subject j CROSS JOIN (
            SELECT \(row).account AS who, 0 AS span
            UNION ALL SELECT \(row).account, \(year(row))
            UNION ALL SELECT '', 0 WHERE \(isShared(row))
            UNION ALL SELECT '', \(year(row)) WHERE \(isShared(row))
            UNION ALL SELECT '', \(month(row)) WHERE \(isShared(row))) p
          WHERE j.track = \(row).track
          \(addingToTally);
        \(intoHours)
          SELECT p.who, \(row).day, \(row).hour, t.library, \(sign)1, \(sign)\(row).heard_ms
          FROM track t CROSS JOIN (
            SELECT \(row).account AS who UNION ALL SELECT '' WHERE \(isShared(row))) p
          WHERE t.id = \(row).track
          \(addingToHours);
        """
    }

    private static let triggersOfPlays = """
        CREATE TRIGGER play_tallied AFTER INSERT ON play WHEN NEW.day IS NOT NULL BEGIN
          \(play("NEW", sign: ""))
        END;
        CREATE TRIGGER play_untallied AFTER DELETE ON play
        WHEN OLD.day IS NOT NULL AND EXISTS (SELECT 1 FROM account WHERE id = OLD.account) BEGIN
          \(play("OLD", sign: "-"))
        END;
        """

    /// Everything that was ever heard of one track.
    private static func track(_ id: String, sign: String) -> String {
        """
        \(intoTally)
          SELECT p.who, p.span, j.kind, j.subject, j.library, \(sign)count(*), \(sign)sum(p.heard_ms)
          FROM listening_subject j CROSS JOIN listening_part p ON p.track = j.track
          WHERE j.track = \(id) AND p.track = \(id) GROUP BY p.who, p.span, j.kind, j.subject, j.library
          \(addingToTally);
        \(intoHours)
          SELECT p.account, p.day, p.hour, t.library, \(sign)count(*), \(sign)sum(p.heard_ms)
          FROM track t CROSS JOIN play p ON p.track = t.id WHERE t.id = \(id) AND p.day IS NOT NULL
          GROUP BY p.account, p.day, p.hour, t.library
          \(addingToHours);
        \(intoHours)
          SELECT '', p.day, p.hour, t.library, \(sign)count(*), \(sign)sum(p.heard_ms)
          FROM track t CROSS JOIN play p ON p.track = t.id WHERE t.id = \(id) AND p.day IS NOT NULL AND \(isShared("p"))
          GROUP BY p.day, p.hour, t.library
          \(addingToHours);
        """
    }

    private static let moves = """
        (OLD.album <> NEW.album OR OLD.library <> NEW.library) AND EXISTS (SELECT 1 FROM play WHERE track = OLD.id)
        """

    private static let triggersOfTracks = """
        CREATE TRIGGER track_untallied BEFORE UPDATE OF album, library ON track WHEN \(moves) BEGIN
          \(track("OLD.id", sign: "-"))
        END;
        CREATE TRIGGER track_tallied AFTER UPDATE OF album, library ON track WHEN \(moves) BEGIN
          \(track("NEW.id", sign: ""))
        END;
        CREATE TRIGGER track_forgotten BEFORE DELETE ON track BEGIN
          DELETE FROM play WHERE track = OLD.id;
        END;
        """

    private static func link(_ row: String, kind: String, sign: String) -> String {
        """
        \(intoTally)
          SELECT p.who, p.span, '\(kind)', \(row).\(kind), t.library, \(sign)count(*), \(sign)sum(p.heard_ms)
          FROM track t CROSS JOIN listening_part p ON p.track = t.id
          WHERE t.id = \(row).track AND p.track = \(row).track GROUP BY p.who, p.span, t.library
          \(addingToTally);
        """
    }

    /// A track counts once for an artist or genre, however often it names them.
    private static func triggersOfLinks(_ name: String, table: String, kind: String, also condition: String) -> String {
        func isHeard(_ row: String) -> String { "EXISTS (SELECT 1 FROM play WHERE track = \(row).track)" }
        func isOnly(_ row: String) -> String {
            """
            NOT EXISTS (SELECT 1 FROM \(table) WHERE track = \(row).track AND \(kind) = \(row).\(kind)
              AND position <> \(row).position AND \(condition))
            """
        }
        func applies(_ row: String) -> String { condition == "true" ? "true" : "\(row).\(condition)" }
        return """
            CREATE TRIGGER \(name)_tallied AFTER INSERT ON \(table)
            WHEN \(applies("NEW")) AND \(isHeard("NEW")) AND \(isOnly("NEW")) BEGIN
              \(link("NEW", kind: kind, sign: ""))
            END;
            CREATE TRIGGER \(name)_untallied AFTER DELETE ON \(table)
            WHEN \(applies("OLD")) AND \(isHeard("OLD")) AND \(isOnly("OLD")) BEGIN
              \(link("OLD", kind: kind, sign: "-"))
            END;
            CREATE TRIGGER \(name)_left AFTER UPDATE OF \(kind) ON \(table)
            WHEN OLD.\(kind) <> NEW.\(kind) AND \(applies("OLD")) AND \(isHeard("OLD")) AND \(isOnly("OLD")) BEGIN
              \(link("OLD", kind: kind, sign: "-"))
            END;
            CREATE TRIGGER \(name)_joined AFTER UPDATE OF \(kind) ON \(table)
            WHEN OLD.\(kind) <> NEW.\(kind) AND \(applies("NEW")) AND \(isHeard("NEW")) AND \(isOnly("NEW")) BEGIN
              \(link("NEW", kind: kind, sign: ""))
            END;
            """
    }

    /// All that a person ever heard joins the group or leaves it.
    private static func person(_ row: String, sign: String) -> String {
        """
        \(intoTally)
          SELECT '', span, kind, subject, library, \(sign)plays, \(sign)heard_ms FROM listening_tally
          WHERE who = \(row).account
          \(addingToTally);
        \(months(row, sign: sign))
        \(intoHours)
          SELECT '', day, hour, library, \(sign)plays, \(sign)heard_ms FROM listening_hour WHERE who = \(row).account
          \(addingToHours);
        """
    }

    /// The months of the group, which persons have no tally of. Each kind is a statement: joined to a view of all of them, SQLite would make
    /// the whole view first.
    private static func months(_ row: String, sign: String) -> String {
        let performers = """
            CROSS JOIN track_artist l ON l.track = t.id AND l.role = 'performer'
              AND NOT EXISTS (SELECT 1 FROM track_artist e WHERE e.track = l.track AND e.role = 'performer'
                AND e.artist = l.artist AND e.position < l.position)
            """
        let genres = """
            CROSS JOIN track_genre l ON l.track = t.id AND NOT EXISTS (SELECT 1 FROM track_genre e
              WHERE e.track = l.track AND e.genre = l.genre AND e.position < l.position)
            """
        let kinds = [
            ("track", "t.id", ""), ("album", "t.album", ""), ("artist", "l.artist", performers),
            ("genre", "l.genre", genres),
        ]
        return kinds.map { kind, subject, join in
            """
            \(intoTally)
              SELECT '', p.month, '\(kind)', \(subject), t.library, \(sign)sum(p.plays), \(sign)sum(p.heard_ms)
              FROM (SELECT \(month("q")) AS month, q.track, count(*) AS plays, sum(q.heard_ms) AS heard_ms FROM play q
                WHERE q.account = \(row).account AND q.day IS NOT NULL GROUP BY 1, 2) p
              CROSS JOIN track t ON t.id = p.track \(join)
              WHERE true GROUP BY p.month, \(subject), t.library
              \(addingToTally);
            """
        }.joined(separator: "\n")
    }

    private static let triggersOfPeople = """
        CREATE TRIGGER account_shares AFTER INSERT ON listening_shared BEGIN
          \(person("NEW", sign: ""))
        END;
        CREATE TRIGGER account_unshares AFTER DELETE ON listening_shared BEGIN
          \(person("OLD", sign: "-"))
        END;
        CREATE TRIGGER account_untallied BEFORE DELETE ON account BEGIN
          DELETE FROM listening_shared WHERE account = OLD.id;
          DELETE FROM listening_tally WHERE who = OLD.id;
          DELETE FROM listening_hour WHERE who = OLD.id;
        END;
        """

    private static let filling = """
        \(intoTally)
          SELECT p.who, p.span, 'track', p.track, t.library, count(*), sum(p.heard_ms)
          FROM listening_part p CROSS JOIN track t ON t.id = p.track GROUP BY p.who, p.span, p.track, t.library;
        \(intoTally)
          SELECT a.who, a.span, j.kind, j.subject, j.library, sum(a.plays), sum(a.heard_ms)
          FROM listening_tally a CROSS JOIN listening_subject j ON j.track = a.subject
          WHERE a.kind = 'track' AND j.kind <> 'track' GROUP BY a.who, a.span, j.kind, j.subject, j.library;
        \(intoHours)
          SELECT p.account, p.day, p.hour, t.library, count(*), sum(p.heard_ms)
          FROM play p CROSS JOIN track t ON t.id = p.track WHERE p.day IS NOT NULL GROUP BY 1, 2, 3, 4;
        """

    private static func ratings(_ kind: String) -> String {
        """
        CREATE INDEX \(kind)_rating_by_time ON \(kind)_rating (rated_at, \(kind), rating);
        CREATE INDEX \(kind)_rating_total_best
          ON \(kind)_rating_total (CAST(sum AS REAL) / ratings DESC, ratings DESC, \(kind));
        """
    }
}
