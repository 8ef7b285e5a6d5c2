import Board
import GRDB
import Primitives
import Listening

/// Finds the genres that may be somebody's favourite: of those with the most plays the ones with the most time.
struct FavoriteGenreReader {
    private let db: Database
    private let audience: StatisticsAudience
    private let source: PlayCountSource

    init(
        _ db: Database, _ audience: StatisticsAudience, _ period: StatisticsPeriod, _ scope: LibraryScope
    ) {
        self.db = db
        self.audience = audience
        source = PlayCountSource(audience: audience, period: period, scope: scope)
    }

    func candidates() throws -> [FavoriteGenre] {
        let rows = try Row.fetchAll(
            db.cachedStatement(sql: SQLiteStatisticsStore.mostHeard(source.rows(.genre))),
            arguments: source.arguments + ["limit": -1])
        guard let best = rows.first.map(Self.total) else { return [] }
        let ids: [String] = rows.prefix { Self.total($0) == best }.map { $0["subject"] }
        let names = try Row.fetchAll(
            db, sql: "SELECT item.id, item.name FROM json_each(?) j CROSS JOIN genre item ON item.id = j.value",
            arguments: [JSONList(ids)])
        // Where one has most there is nothing left to decide.
        let heard = ids.count > 1 ? try lastHeard(ids) : [:]
        return names.map {
            FavoriteGenre(
                id: $0["id"], name: $0["name"], total: best,
                lastHeardAt: Timestamp(milliseconds: heard[$0["id"]] ?? 0))
        }
    }

    private static func total(_ row: Row) -> ListeningTotal {
        ListeningTotal(plays: row["plays"], milliseconds: row["heard_ms"])
    }

    /// When they were last heard, of those that were heard on the last day on which any of them was: the others come after these anyway.
    private func lastHeard(_ ids: [String]) throws -> [String: Int64] {
        let genres = JSONList(ids)
        var arguments: StatementArguments = ["genres": genres]
        if case .person(let user) = audience { arguments += ["who": user.rawValue] }
        arguments += source.scope.arguments
        let days: StatementArguments = ["first": source.period.first.number, "last": source.period.last.number]
        let plays = """
            FROM play p \(PlayCountSource.from(audience)) AND p.day BETWEEN :first AND :last
            """
        let isAny = "l.genre IN (SELECT value FROM json_each(:genres))\(source.scope.and("t.library"))"
        let last = try Int.fetchOne(
            db,
            sql: """
                SELECT p.day \(plays) AND EXISTS (SELECT 1 FROM track t CROSS JOIN track_genre l ON l.track = t.id
                  WHERE t.id = p.track AND \(isAny)) ORDER BY p.day DESC LIMIT 1
                """, arguments: arguments + days)
        guard let last else { return [:] }
        let rows = try Row.fetchAll(
            db,
            sql: """
                SELECT l.genre, max(h.played_at) AS heard_at FROM (SELECT p.track, p.played_at \(plays)) h
                CROSS JOIN track t ON t.id = h.track CROSS JOIN track_genre l ON l.track = t.id AND \(isAny)
                GROUP BY l.genre
                """, arguments: arguments + ["first": last, "last": last])
        return Dictionary(rows.map { ($0["genre"], $0["heard_at"]) }, uniquingKeysWith: { first, _ in first })
    }
}
