extension Baseline {
    /// Adds to the row of `listening_tally` that is there, in a trigger.
    static let addedToTally =
        "ON CONFLICT (who, span, kind, subject, library) DO UPDATE SET plays = plays + excluded.plays,\n"
        + "      heard_ms = heard_ms + excluded.heard_ms;"

    /// Adds to the row of `listening_hour` that is there, in a trigger.
    static let addedToHours =
        "ON CONFLICT (who, day, hour, library) DO UPDATE SET plays = plays + excluded.plays,\n"
        + "      heard_ms = heard_ms + excluded.heard_ms;"

    /// The sums of artists and genres follow the credits of tracks. A track counts once for an artist or genre, however
    /// often it names them.
    static let statisticsOfCredits = [
        credit("performer_tallied", after: "INSERT", of: "artist", row: "NEW", when: "NEW.role = 'performer' AND"),
        credit("performer_untallied", after: "DELETE", of: "artist", row: "OLD", when: "OLD.role = 'performer' AND"),
        credit(
            "performer_left", after: "UPDATE OF artist", of: "artist", row: "OLD",
            when: "OLD.artist <> NEW.artist AND OLD.role = 'performer'\n    AND"),
        credit(
            "performer_joined", after: "UPDATE OF artist", of: "artist", row: "NEW",
            when: "OLD.artist <> NEW.artist AND NEW.role = 'performer'\n    AND"),
        credit("genre_tallied", after: "INSERT", of: "genre", row: "NEW", when: "true AND"),
        credit("genre_untallied", after: "DELETE", of: "genre", row: "OLD", when: "true AND"),
        credit(
            "genre_left", after: "UPDATE OF genre", of: "genre", row: "OLD",
            when: "OLD.genre <> NEW.genre AND true AND"),
        credit(
            "genre_joined", after: "UPDATE OF genre", of: "genre", row: "NEW",
            when: "OLD.genre <> NEW.genre AND true AND"),
    ].joined(separator: "\n")

    /// A trigger that takes the plays of a track from the sums of an artist or genre (`row` is `OLD`), or adds them
    /// (`NEW`).
    private static func credit(
        _ name: String, after event: String, of kind: String, row: String, when condition: String
    ) -> String {
        let sign = row == "OLD" ? "-" : ""
        let isCounted = kind == "artist" ? "\n        AND role = 'performer'" : " AND true"
        return """
            CREATE TRIGGER \(name) AFTER \(event) ON track_\(kind)
              WHEN \(condition) EXISTS (SELECT 1 FROM play WHERE track = \(row).track)
                AND NOT EXISTS (SELECT 1
                  FROM track_\(kind)
                  WHERE track = \(row).track AND \(kind) = \(row).\(kind) \
            AND position <> \(row).position\(isCounted)) BEGIN
              INSERT INTO listening_tally (who, span, kind, subject, library, plays, heard_ms)
                SELECT p.who, p.span, '\(kind)', \(row).\(kind), t.part, \(sign)count(*), \(sign)sum(p.heard_ms)
                FROM track t CROSS JOIN listening_part p ON p.track = t.id
                WHERE t.id = \(row).track AND p.track = \(row).track
                GROUP BY p.who, p.span, t.part
                \(addedToTally)
            END;
            """
    }

    /// Everything that a user ever heard joins the group, or leaves it. The group's months, which users have no tally
    /// of, take one statement for each kind: joined to a view of all kinds, SQLite would make the whole view first.
    static let statisticsOfMembers = """
        CREATE TABLE listening_shared (
          account TEXT NOT NULL PRIMARY KEY REFERENCES account (id) ON DELETE CASCADE,
          since INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;

        \(membership("account_shares", after: "INSERT", row: "NEW", sign: ""))
        \(membership("account_unshares", after: "DELETE", row: "OLD", sign: "-"))
        """

    private static func membership(_ name: String, after event: String, row: String, sign: String) -> String {
        func months(_ kind: String, _ subject: String, credits: String = "") -> String {
            """
              INSERT INTO listening_tally (who, span, kind, subject, library, plays, heard_ms)
                SELECT '', p.month, '\(kind)', \(subject), t.part, \(sign)sum(p.plays), \(sign)sum(p.heard_ms)
                FROM (SELECT CAST(strftime('%Y%m', q.day * 86400, 'unixepoch') AS INTEGER) AS month, q.track,
                  count(*) AS plays, sum(q.heard_ms) AS heard_ms
                  FROM play q
                  WHERE q.account = \(row).account AND q.day IS NOT NULL
                  GROUP BY 1, 2) p
                  CROSS JOIN track t ON t.id = p.track\(credits)
                WHERE true
                GROUP BY p.month, \(subject), t.part
                \(addedToTally)
            """
        }
        let performers = """

                  CROSS JOIN track_artist l ON l.track = t.id AND l.role = 'performer'
                    AND NOT EXISTS (SELECT 1
                      FROM track_artist e
                      WHERE e.track = l.track AND e.role = 'performer' AND e.artist = l.artist \
            AND e.position < l.position)
            """
        let genres = """

                  CROSS JOIN track_genre l ON l.track = t.id
                    AND NOT EXISTS (SELECT 1
                      FROM track_genre e
                      WHERE e.track = l.track AND e.genre = l.genre AND e.position < l.position)
            """
        return """
            CREATE TRIGGER \(name) AFTER \(event) ON listening_shared BEGIN
              INSERT INTO listening_tally (who, span, kind, subject, library, plays, heard_ms)
                SELECT '', span, kind, subject, library, \(sign)plays, \(sign)heard_ms
                FROM listening_tally
                WHERE who = \(row).account
                \(addedToTally)
            \(months("track", "t.id"))
            \(months("album", "t.album"))
            \(months("artist", "l.artist", credits: performers))
            \(months("genre", "l.genre", credits: genres))
              INSERT INTO listening_hour (who, day, hour, library, plays, heard_ms)
                SELECT '', day, hour, library, \(sign)plays, \(sign)heard_ms
                FROM listening_hour
                WHERE who = \(row).account
                \(addedToHours)
            END;
            """
    }
}
