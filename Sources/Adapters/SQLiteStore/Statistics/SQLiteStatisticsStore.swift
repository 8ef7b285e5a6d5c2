package import Board
package import Foundation
import GRDB
package import Journal
package import Listening
package import Primitives

/// Statistics in SQLite: sums that triggers maintain (`Baseline.statistics`), and the history for periods with few plays.
package struct SQLiteStatisticsStore: StatisticsStore {
    let database: SQLiteDatabase

    package init(_ database: SQLiteDatabase) {
        self.database = database
    }

    package func total(
        of audience: StatisticsAudience, _ period: StatisticsPeriod, in scope: LibraryScope
    ) async throws -> ListeningTotal {
        try await database.read { db in
            let row = try db.row(Self.total(scope), Self.time(audience, period, scope))
            return row.map(Self.total) ?? .none
        }
    }

    static func total(_ scope: LibraryScope) -> String {
        "SELECT ifnull(sum(plays), 0) AS plays, ifnull(sum(heard_ms), 0) AS heard_ms FROM \(hours(scope))"
    }

    private static func hours(_ scope: LibraryScope) -> String {
        "listening_hour WHERE who = :who AND day BETWEEN :first AND :last\(scope.and("library"))"
    }

    private static func time(
        _ audience: StatisticsAudience, _ period: StatisticsPeriod, _ scope: LibraryScope
    ) -> StatementArguments {
        ["who": audience.who, "first": period.first, "last": period.last] + scope.arguments
    }

    private static func total(_ row: Row) -> ListeningTotal {
        ListeningTotal(plays: row["plays"], milliseconds: row["heard_ms"])
    }

    package func variety(
        of audience: StatisticsAudience, _ period: StatisticsPeriod, in scope: LibraryScope
    ) async throws -> ListeningVariety {
        let source = PlayCountSource(audience: audience, period: period, scope: scope)
        return try await database.read { db in
            guard source.place != .history else {
                let row = try db.row(PlayCountSource.variety(audience, scope), source.arguments)
                return ListeningVariety(
                    tracks: row?["tracks"] ?? 0, albums: row?["albums"] ?? 0, artists: row?["artists"] ?? 0,
                    genres: row?["genres"] ?? 0)
            }
            func count(_ kind: RankedKind) throws -> Int {
                let sql = "SELECT count(*) FROM (\(source.rows(kind)))"
                return try db.value(sql, source.arguments) ?? 0
            }
            return ListeningVariety(
                tracks: try count(.track), albums: try count(.album), artists: try count(.artist),
                genres: try count(.genre))
        }
    }

    package func favoriteGenres(
        of audience: StatisticsAudience, _ period: StatisticsPeriod, in scope: LibraryScope
    ) async throws -> [FavoriteGenre] {
        let source = PlayCountSource(audience: audience, period: period, scope: scope)
        return try await database.read { try FavoriteGenreReader(db: $0, source: source).candidates() }
    }

    package func ranking(
        of kind: RankedKind, by order: RankingOrder, of audience: StatisticsAudience, _ period: StatisticsPeriod,
        in scope: LibraryScope, limit: Int
    ) async throws -> [RankedItem] {
        try await database.read { db in
            let scores =
                switch order {
                case .plays:
                    try Self.mostHeard(
                        kind, PlayCountSource(audience: audience, period: period, scope: scope), limit: limit, db)
                case .rating: try Self.bestRated(kind, audience, period, scope, limit: limit, db)
                }
            return try RankedNames(db, scope).items(kind, scores)
        }
    }

    static func mostHeard(_ rows: String) -> String {
        "\(rows) ORDER BY plays DESC, heard_ms DESC, subject LIMIT :limit"
    }

    private static func mostHeard(
        _ kind: RankedKind, _ source: PlayCountSource, limit: Int, _ db: Database
    ) throws -> [(id: String, score: RankedScore)] {
        try db.rows(mostHeard(source.rows(kind)), source.arguments + ["limit": limit]).map {
            ($0["subject"], .heard(total($0)))
        }
    }

    private static func bestRated(
        _ kind: RankedKind, _ audience: StatisticsAudience, _ period: StatisticsPeriod, _ scope: LibraryScope,
        limit: Int, _ db: Database
    ) throws -> [(id: String, score: RankedScore)] {
        let zone = DayCalendar(zone: try ListeningZone(db).calendar.zone)
        let source = RatedSource(audience: audience, period: period, scope: scope, zone: zone)
        return try db.rows(source.ranking(kind), source.arguments + ["limit": limit]).map {
            ($0["subject"], .rated(halfStars: $0["average"], ratings: $0["ratings"]))
        }
    }

    package func days(
        of audience: StatisticsAudience, _ period: StatisticsPeriod, in scope: LibraryScope
    ) async throws -> [(day: LocalDay, total: ListeningTotal)] {
        try await database.read { db in
            try db.rows(Self.days(scope), Self.time(audience, period, scope)).map { ($0["day"], Self.total($0)) }
        }
    }

    static func days(_ scope: LibraryScope) -> String {
        "SELECT day, sum(plays) AS plays, sum(heard_ms) AS heard_ms FROM \(hours(scope)) GROUP BY day ORDER BY day"
    }

    package func hours(
        of audience: StatisticsAudience, on day: LocalDay, in scope: LibraryScope
    ) async throws -> [HourTotal] {
        let period = StatisticsPeriod(.day, around: day)
        return try await database.read { db in
            try db.rows(
                """
                SELECT hour, sum(plays) AS plays, sum(heard_ms) AS heard_ms FROM \(Self.hours(scope))
                GROUP BY day, hour ORDER BY day, hour
                """, Self.time(audience, period, scope)
            ).map { HourTotal(day: day, hour: $0["hour"], total: Self.total($0)) }
        }
    }

    package func clock(
        of audience: StatisticsAudience, _ period: StatisticsPeriod, in scope: LibraryScope
    ) async throws -> ListeningClock {
        try await database.read { db in
            // 1970-01-01 was a Thursday, the third day after Monday.
            let rows = try db.rows(
                """
                SELECT (day + 3) % 7 AS weekday, hour, sum(plays) AS plays, sum(heard_ms) AS heard_ms
                FROM \(Self.hours(scope)) GROUP BY 1, 2
                """, Self.time(audience, period, scope))
            return ListeningClock(slots: rows.map { ($0["weekday"], $0["hour"], Self.total($0)) })
        }
    }

    package func discoveredArtists(
        of audience: StatisticsAudience, _ period: StatisticsPeriod, in scope: LibraryScope
    ) async throws -> Int {
        guard period.unit == .year else { return 0 }
        let year = period.first.civil.year
        return try await database.read { db in
            let first: Int? = try db.value(
                "SELECT min(span) FROM listening_tally WHERE who = ? AND span > 0", [audience.who])
            let earlier = first.map { Array($0..<max($0, year)).map(String.init).joined(separator: ",") } ?? ""
            return try db.value(Self.discovered(scope, earlier), ["who": audience.who, "span": year] + scope.arguments)
                ?? 0
        }
    }

    static func discovered(_ scope: LibraryScope, _ earlierYears: String) -> String {
        """
        SELECT count(DISTINCT a.subject) FROM listening_tally a
        WHERE a.who = :who AND a.span = :span AND a.kind = 'artist'\(scope.and("a.library"))
          AND NOT EXISTS (SELECT 1 FROM listening_tally e WHERE e.who = a.who AND e.span IN (\(earlierYears))
            AND e.kind = 'artist' AND e.subject = a.subject\(scope.and("e.library")))
        """
    }
}

/// Sharing with the group, and the correctness of the sums.
extension SQLiteStatisticsStore {
    package func sharingPeople() async throws -> Int {
        try await database.read { try $0.value("SELECT count(*) FROM listening_shared") ?? 0 }
    }

    package func sharing(of user: ID<Person>) async throws -> ListeningSharing {
        try await database.read { try SharingTable.listening.sharing(of: user, $0) }
    }

    package func setSharing(
        _ sharing: ListeningSharing, of user: ID<Person>, at instant: Timestamp, journal entry: JournalEntry
    ) async throws {
        try await database.write(.listening) { db in
            try SharingTable.listening.set(sharing, of: user, at: instant, journal: entry, db)
        }
    }

    package func use(_ zone: TimeZone) async throws -> Bool {
        guard try await !database.read({ try ListeningZone.holds(zone, $0) }) else { return false }
        try await database.write(.listening) { db in
            try ListeningZone.set(zone, db)
            try ListeningSums.rebuild(db)
        }
        return true
    }

    package func recount() async throws -> Int {
        try await database.write(.listening) { try ListeningSums.correct($0) }
    }
}
