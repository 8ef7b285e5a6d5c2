import Board
import GRDB
import Primitives
import Listening

/// Where it is written how things were rated in a period. Averages of the group are those of everybody, as everywhere.
struct RatedSource {
    let audience: StatisticsAudience
    let period: StatisticsPeriod
    let scope: LibraryScope
    let zone: DayCalendar

    /// Rows of `subject`, `average` (in half stars) and `ratings`, the best first.
    func ranking(_ kind: RankedKind) -> String {
        switch (audience, period.unit) {
        case (.person, _): Self.own(kind, scope)
        case (.group, .all): Self.everybodys(kind, scope)
        case (.group, _): Self.everybodysOfTime(kind, scope)
        }
    }

    var arguments: StatementArguments {
        var arguments = scope.arguments
        if case .person(let user) = audience { arguments += ["who": user.rawValue] }
        if case .person = audience { arguments += times }
        if audience == .group, period.unit != .all { arguments += times }
        return arguments
    }

    private var times: StatementArguments {
        guard period.unit != .all else { return ["from": Int64.min, "until": Int64.max] }
        return ["from": zone.start(of: period.first).milliseconds, "until": zone.end(of: period.last).milliseconds]
    }

    private static let order = "ORDER BY average DESC, ratings DESC, subject LIMIT :limit"

    static func own(_ kind: RankedKind, _ scope: LibraryScope) -> String {
        let isInTime = "r.account = :who AND r.rated_at >= :from AND r.rated_at < :until"
        guard kind != .genre else {
            return """
                SELECT l.genre AS subject, avg(r.rating) AS average, count(*) AS ratings
                FROM track_rating r CROSS JOIN track t ON t.id = r.track\(scope.and("t.library")) \(PlayCountSource.join(.genre))
                WHERE \(isInTime) GROUP BY l.genre \(order)
                """
        }
        return """
            SELECT r.\(kind) AS subject, r.rating AS average, 1 AS ratings
            FROM \(kind)_rating r WHERE \(isInTime)\(isSeen(kind, "r.\(kind)", scope)) \(order)
            """
    }

    /// By the index that has the averages in order; only genres have to be worked out.
    static func everybodys(_ kind: RankedKind, _ scope: LibraryScope) -> String {
        guard kind != .genre else {
            return """
                SELECT l.genre AS subject, CAST(sum(r.sum) AS REAL) / sum(r.ratings) AS average, sum(r.ratings) AS ratings
                FROM track_rating_total r CROSS JOIN track t ON t.id = r.track\(scope.and("t.library"))
                \(PlayCountSource.join(.genre)) GROUP BY l.genre \(order)
                """
        }
        return """
            SELECT r.\(kind) AS subject, CAST(r.sum AS REAL) / r.ratings AS average, r.ratings AS ratings
            FROM \(kind)_rating_total r WHERE true\(isSeen(kind, "r.\(kind)", scope))
            ORDER BY CAST(r.sum AS REAL) / r.ratings DESC, r.ratings DESC, r.\(kind) LIMIT :limit
            """
    }

    static func everybodysOfTime(_ kind: RankedKind, _ scope: LibraryScope) -> String {
        let isInTime = "r.rated_at >= :from AND r.rated_at < :until"
        guard kind != .genre else {
            return """
                SELECT l.genre AS subject, avg(r.rating) AS average, count(*) AS ratings
                FROM track_rating r INDEXED BY track_rating_by_time
                CROSS JOIN track t ON t.id = r.track\(scope.and("t.library")) \(PlayCountSource.join(.genre))
                WHERE \(isInTime) GROUP BY l.genre \(order)
                """
        }
        return """
            SELECT r.\(kind) AS subject, avg(r.rating) AS average, count(*) AS ratings
            FROM \(kind)_rating r INDEXED BY \(kind)_rating_by_time
            WHERE \(isInTime)\(isSeen(kind, "r.\(kind)", scope)) GROUP BY r.\(kind) \(order)
            """
    }

    private static func isSeen(_ kind: RankedKind, _ subject: String, _ scope: LibraryScope) -> String {
        guard scope != .everything else { return "" }
        return switch kind {
        case .track: " AND EXISTS (SELECT 1 FROM track x WHERE x.id = \(subject)\(scope.and("x.library")))"
        case .album: " AND EXISTS (SELECT 1 FROM album x WHERE x.id = \(subject)\(scope.and("x.library")))"
        case .artist:
            """
             AND EXISTS (SELECT 1 FROM artist_library x WHERE x.artist = \(subject)\(scope.and("x.library"))
              AND (x.album_count > 0 OR x.track_count > 0))
            """
        case .genre: ""
        }
    }
}
