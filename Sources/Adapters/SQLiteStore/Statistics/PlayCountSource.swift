import Board
import Foundation
import GRDB
import Listening
import Primitives
import Synchronization

/// The source of the play counts of tracks, albums, artists or genres in a period: the tally or, for periods with few
/// plays and therefore no tally, the history itself.
struct PlayCountSource {
    enum Place: Equatable {
        /// Rows of `listening_tally` with this number.
        case tally(span: Int)
        case history
    }

    let audience: StatisticsAudience
    let period: StatisticsPeriod
    let scope: LibraryScope

    var place: Place {
        let (year, month, _) = period.first.civil
        switch (period.unit, audience) {
        case (.all, _): return .tally(span: 0)
        case (.year, _): return .tally(span: year)
        case (.month, .group): return .tally(span: year * 100 + month)
        case (.day, _), (.week, _), (.month, .person): return .history
        }
    }

    /// Rows of `subject`, `plays` and `heard_ms`, one for each subject, in no order.
    func rows(_ kind: RankedKind) -> String {
        switch place {
        case .tally: Self.tallied(kind, scope)
        case .history: Self.added(kind, audience, scope)
        }
    }

    var arguments: StatementArguments {
        var arguments = scope.arguments
        switch place {
        case .tally(let span): arguments += ["who": audience.who, "span": span]
        case .history:
            if case .person(let user) = audience { arguments += ["who": user] }
            arguments += ["first": period.first, "last": period.last]
        }
        return arguments
    }

    /// A track or album is in one library, so it has only one row.
    static func tallied(_ kind: RankedKind, _ scope: LibraryScope) -> String {
        let rows = """
            FROM listening_tally
            WHERE who = :who AND span = :span AND kind = '\(kind.rawValue)'\(scope.and("library"))
            """
        return switch kind {
        case .track, .album: "SELECT subject, plays, heard_ms \(rows)"
        case .artist, .genre: "SELECT subject, sum(plays) AS plays, sum(heard_ms) AS heard_ms \(rows) GROUP BY subject"
        }
    }

    static func added(_ kind: RankedKind, _ audience: StatisticsAudience, _ scope: LibraryScope) -> String {
        """
        SELECT \(subject(kind)) AS subject, sum(heard.plays) AS plays, sum(heard.heard_ms) AS heard_ms
        FROM (SELECT p.track, count(*) AS plays, sum(p.heard_ms) AS heard_ms FROM play p \(from(audience))
          AND p.day BETWEEN :first AND :last GROUP BY p.track) heard
        CROSS JOIN track t ON t.id = heard.track\(scope.and("t.library")) \(join(kind))
        GROUP BY subject
        """
    }

    /// The numbers of different items in the history of a period, reading the plays once.
    static func variety(_ audience: StatisticsAudience, _ scope: LibraryScope) -> String {
        """
        WITH heard AS MATERIALIZED (
          SELECT t.id AS track, t.album FROM (SELECT p.track FROM play p \(from(audience))
            AND p.day BETWEEN :first AND :last GROUP BY p.track) own
          CROSS JOIN track t ON t.id = own.track\(scope.and("t.library")))
        SELECT (SELECT count(*) FROM heard) AS tracks, (SELECT count(DISTINCT album) FROM heard) AS albums,
          (SELECT count(DISTINCT l.artist) FROM heard
            CROSS JOIN track_artist l ON l.track = heard.track AND l.role = 'performer') AS artists,
          (SELECT count(DISTINCT l.genre) FROM heard CROSS JOIN track_genre l ON l.track = heard.track) AS genres
        """
    }

    /// The clauses up to the condition on the listener.
    static func from(_ audience: StatisticsAudience) -> String {
        switch audience {
        case .person: "INDEXED BY play_own_day WHERE p.account = :who"
        case .group: "INDEXED BY play_by_day WHERE p.account IN (SELECT account FROM listening_shared)"
        }
    }

    static func subject(_ kind: RankedKind) -> String {
        switch kind {
        case .track: "t.id"
        case .album: "t.album"
        case .artist: "l.artist"
        case .genre: "l.genre"
        }
    }

    /// The joins from a play to each subject that it counts for, once for each.
    static func join(_ kind: RankedKind) -> String {
        switch kind {
        case .track, .album: ""
        case .artist:
            """
            CROSS JOIN track_artist l ON l.track = t.id AND l.role = 'performer'
              AND NOT EXISTS (SELECT 1 FROM track_artist e WHERE e.track = l.track AND e.role = 'performer'
                AND e.artist = l.artist AND e.position < l.position)
            """
        case .genre:
            """
            CROSS JOIN track_genre l ON l.track = t.id AND NOT EXISTS (SELECT 1 FROM track_genre e
              WHERE e.track = l.track AND e.genre = l.genre AND e.position < l.position)
            """
        }
    }
}

extension StatisticsAudience {
    /// The audience as the tables of sums store it: a user's id, empty for the group.
    var who: String {
        switch self {
        case .person(let user): user.rawValue
        case .group: ""
        }
    }
}

/// The sums of the history, computed only from the history.
struct ListeningSums {
    private static let tables = [
        ("listening_tally", "who, span, kind, subject, library, plays, heard_ms"),
        ("listening_hour", "who, day, hour, library, plays, heard_ms"),
    ]

    /// Deletes the stored sums and computes them again.
    static func rebuild(_ db: Database) throws {
        for (table, _) in tables { try db.execute(sql: "DELETE FROM \(table)") }
        for sql in computing(into: "main.") { try db.execute(sql: sql) }
    }

    /// Corrects the sums. Returns the number of sums that were wrong, missing or superfluous.
    static func correct(_ db: Database) throws -> Int {
        for (table, columns) in tables {
            try db.execute(sql: "CREATE TEMP TABLE \(table) AS SELECT \(columns) FROM main.\(table) WHERE false")
        }
        defer { for (table, _) in tables { try? db.execute(sql: "DROP TABLE temp.\(table)") } }
        for sql in computing(into: "temp.") { try db.execute(sql: sql) }
        var wrong = 0
        for (table, columns) in tables {
            let keys = columns.split(separator: ",").dropLast(2).joined(separator: ",")
            let (right, stored) = ("SELECT \(columns) FROM temp.\(table)", "SELECT \(columns) FROM main.\(table)")
            wrong +=
                try Int.fetchOne(
                    db,
                    sql: """
                        SELECT count(*) FROM (SELECT \(keys) FROM (\(right) EXCEPT \(stored))
                          UNION SELECT \(keys) FROM (\(stored) EXCEPT \(right)))
                        """) ?? 0
        }
        guard wrong > 0 else { return 0 }
        for (table, columns) in tables {
            try db.execute(sql: "DELETE FROM main.\(table)")
            try db.execute(sql: "INSERT INTO main.\(table) (\(columns)) SELECT \(columns) FROM temp.\(table)")
        }
        return wrong
    }

    private static func computing(into schema: String) -> [String] {
        let tally = "INSERT INTO \(schema)listening_tally (who, span, kind, subject, library, plays, heard_ms)"
        let hours = "INSERT INTO \(schema)listening_hour (who, day, hour, library, plays, heard_ms)"
        return [
            """
            \(tally) SELECT p.who, p.span, 'track', p.track, t.part, count(*), sum(p.heard_ms)
            FROM listening_part p CROSS JOIN track t ON t.id = p.track GROUP BY p.who, p.span, p.track, t.part
            """,
            """
            \(tally) SELECT a.who, a.span, j.kind, j.subject, j.library, sum(a.plays), sum(a.heard_ms)
            FROM \(schema)listening_tally a CROSS JOIN listening_subject j ON j.track = a.subject
            WHERE a.kind = 'track' AND j.kind <> 'track' GROUP BY a.who, a.span, j.kind, j.subject, j.library
            """,
            """
            \(hours) SELECT p.account, p.day, p.hour, t.part, count(*), sum(p.heard_ms)
            FROM play p CROSS JOIN track t ON t.id = p.track WHERE p.day IS NOT NULL GROUP BY 1, 2, 3, 4
            """,
            """
            \(hours) SELECT '', p.day, p.hour, t.part, count(*), sum(p.heard_ms)
            FROM play p CROSS JOIN track t ON t.id = p.track
            WHERE p.day IS NOT NULL AND p.account IN (SELECT account FROM listening_shared) GROUP BY p.day, p.hour, t.part
            """,
        ]
    }
}

/// The time zone of the stored days and hours of plays.
struct ListeningZone {
    let calendar: ListeningCalendar

    init(_ db: Database) throws {
        let name: String? = try db.value("SELECT zone FROM listening_zone")
        guard let calendar = name.flatMap(Self.calendar) else {
            throw DomainError(.unavailable, "The stored time zone is not known here", reason: "zone_unknown")
        }
        self.calendar = calendar
    }

    /// Reading a zone's file takes longer than everything else about a play, and only one zone is in use at a time.
    private static let latest = Mutex<(name: String, calendar: ListeningCalendar)?>(nil)

    private static func calendar(of name: String) -> ListeningCalendar? {
        latest.withLock { latest in
            if let latest, latest.name == name { return latest.calendar }
            guard let zone = TimeZone(identifier: name) else { return nil }
            let calendar = ListeningCalendar(zone: zone)
            latest = (name, calendar)
            return calendar
        }
    }

    /// Whether all plays are stored for `zone` already.
    static func holds(_ zone: TimeZone, _ db: Database) throws -> Bool {
        try db.value("SELECT zone FROM listening_zone") == zone.identifier
            && !db.exists("SELECT 1 FROM play WHERE day IS NULL LIMIT 1")
    }

    /// Computes the day and hour of every play again. Afterwards the sums no longer match.
    static func set(_ zone: TimeZone, _ db: Database) throws {
        let calendar = ListeningCalendar(zone: zone)
        try db.run("INSERT OR REPLACE INTO listening_zone (one, zone) VALUES (1, ?)", [zone.identifier])
        try db.execute(
            sql: """
                CREATE TEMP TABLE quarter
                  (quarter INTEGER NOT NULL PRIMARY KEY, day INTEGER NOT NULL, hour INTEGER NOT NULL)
                """)
        // All offsets from UTC are multiples of 15 minutes, so only one lookup per quarter of an hour is necessary.
        let insert = try db.makeStatement(sql: "INSERT INTO temp.quarter (quarter, day, hour) VALUES (?, ?, ?)")
        let quarters = try Int64.fetchAll(db, sql: "SELECT DISTINCT max(played_at, 0) / 900000 FROM play")
        for quarter in quarters {
            let moment = calendar.moment(at: Timestamp(milliseconds: quarter * 900_000))
            try insert.execute(arguments: [quarter, moment.day, moment.hour])
        }
        try db.execute(
            sql: """
                UPDATE play SET day = q.day, hour = q.hour FROM temp.quarter q
                WHERE q.quarter = max(play.played_at, 0) / 900000;
                DROP TABLE temp.quarter;
                """)
    }
}
