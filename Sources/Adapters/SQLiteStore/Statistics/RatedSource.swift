import Board
import Catalog
import GRDB
import Listening
import Primitives

/// The source of the ratings in a period. Averages of the group are those of all users, as everywhere.
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
        if case .person(let user) = audience { arguments += ["who": user] }
        if audience != .group || period.unit != .all { arguments += times }
        return arguments
    }

    private var times: StatementArguments {
        guard period.unit != .all else { return ["from": Int64.min, "until": Int64.max] }
        return ["from": zone.start(of: period.first).milliseconds, "until": zone.end(of: period.last).milliseconds]
    }

    private static let order = "ORDER BY average DESC, ratings DESC, subject LIMIT :limit"

    static func own(_ kind: RankedKind, _ scope: LibraryScope) -> String {
        let isInTime = "r.account = :who AND r.rated_at >= :from AND r.rated_at < :until"
        guard kind != .genre else { return genres("track_rating r", isInTime, scope) }
        return """
            SELECT r.\(kind) AS subject, r.rating AS average, 1 AS ratings
            FROM \(kind)_rating r WHERE \(isInTime)\(isSeen(kind, "r.\(kind)", scope)) \(order)
            """
    }

    /// The ranking by all users. An index has the averages in order; only those of genres are computed.
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
            return genres("track_rating r INDEXED BY track_rating_by_time", isInTime, scope)
        }
        return """
            SELECT r.\(kind) AS subject, avg(r.rating) AS average, count(*) AS ratings
            FROM \(kind)_rating r INDEXED BY \(kind)_rating_by_time
            WHERE \(isInTime)\(isSeen(kind, "r.\(kind)", scope)) GROUP BY r.\(kind) \(order)
            """
    }

    private static func genres(_ ratings: String, _ isInTime: String, _ scope: LibraryScope) -> String {
        """
        SELECT l.genre AS subject, avg(r.rating) AS average, count(*) AS ratings
        FROM \(ratings) CROSS JOIN track t ON t.id = r.track\(scope.and("t.library")) \(PlayCountSource.join(.genre))
        WHERE \(isInTime) GROUP BY l.genre \(order)
        """
    }

    private static func isSeen(_ kind: RankedKind, _ subject: String, _ scope: LibraryScope) -> String {
        guard scope != .everything else { return "" }
        return switch kind {
        case .track, .album: " AND EXISTS (SELECT 1 FROM \(kind) x WHERE x.id = \(subject)\(scope.and("x.library")))"
        case .artist:
            """
             AND EXISTS (SELECT 1 FROM artist_library x WHERE x.artist = \(subject)\(scope.and("x.library"))
              AND (x.album_count > 0 OR x.track_count > 0))
            """
        case .genre: ""
        }
    }
}

/// The names of ranked items, even if they no longer exist. Pictures come from the libraries in the scope.
struct RankedNames: LibraryScoped {
    let db: Database
    let scope: LibraryScope

    /// The items in the order of `scores`.
    func items(_ kind: RankedKind, _ scores: [(id: String, score: RankedScore)]) throws -> [RankedItem] {
        let ids = JSONList(scores.map(\.id))
        var arguments: StatementArguments = ["ids": ids]
        if scope != .everything, kind == .artist || kind == .genre { arguments += scope.arguments }
        let rows = try db.rows(Self.names(kind, scope), arguments)
        let named = Dictionary(rows.map { ($0["id"] as String, $0) }, uniquingKeysWith: { first, _ in first })
        let artists = try Self.artists(kind).map { try references($0, ids) } ?? [:]
        return scores.compactMap { id, score in
            guard let row = named[id] else { return nil }
            let album: String? = row["album"]
            return RankedItem(
                id: id, name: row["name"], artists: artists[id] ?? [],
                album: album.map { ArtistReference(id: ID($0), name: row["album_name"] ?? "") },
                cover: row.blobKey("cover"), score: score)
        }
    }

    private func references(_ sql: String, _ ids: JSONList) throws -> [String: [ArtistReference]] {
        var references: [String: [ArtistReference]] = [:]
        for row in try db.rows(sql, ["ids": ids]) {
            references[row["id"], default: []].append(ArtistReference(id: row["artist"], name: row["name"]))
        }
        return references
    }

    private static func names(_ kind: RankedKind, _ scope: LibraryScope) -> String {
        let each = "FROM json_each(:ids) j CROSS JOIN \(kind) item ON item.id = j.value"
        return switch kind {
        case .track: "SELECT item.id, item.title AS name, item.album, item.album_name, item.cover \(each)"
        case .album: "SELECT item.id, item.name, NULL AS album, item.cover \(each)"
        case .artist, .genre: "SELECT item.id, item.name, NULL AS album, \(cover(kind, scope)) AS cover \(each)"
        }
    }

    private static func cover(_ kind: RankedKind, _ scope: LibraryScope) -> String {
        guard scope == .everything else {
            return """
                (SELECT x.cover FROM \(kind)_library x WHERE x.\(kind) = item.id\(scope.and("x.library"))
                  AND x.cover IS NOT NULL ORDER BY x.cover_order DESC LIMIT 1)
                """
        }
        return kind == .artist ? "ifnull(item.image, item.cover)" : "item.cover"
    }

    private static func artists(_ kind: RankedKind) -> String? {
        switch kind {
        case .track:
            """
            SELECT l.track AS id, l.artist, l.name FROM json_each(:ids) j
            CROSS JOIN track_artist l ON l.track = j.value AND l.role = 'performer' ORDER BY l.track, l.position
            """
        case .album:
            """
            SELECT l.album AS id, l.artist, a.name FROM json_each(:ids) j
            CROSS JOIN album_artist l ON l.album = j.value JOIN artist a ON a.id = l.artist ORDER BY l.album, l.position
            """
        case .artist, .genre: nil
        }
    }
}

/// Finds the candidates for a listener's favorite genre: of those with the most plays the ones with the most time.
struct FavoriteGenreReader {
    let db: Database
    let source: PlayCountSource

    func candidates() throws -> [FavoriteGenre] {
        let rows = try db.rows(SQLiteStatisticsStore.mostHeard(source.rows(.genre)), source.arguments + ["limit": -1])
        guard let best = rows.first.map(Self.total) else { return [] }
        let ids: [String] = rows.prefix { Self.total($0) == best }.map { $0["subject"] }
        let names = try db.rows(
            "SELECT item.id, item.name FROM json_each(?) j CROSS JOIN genre item ON item.id = j.value", [JSONList(ids)])
        // If one genre has the most time, no tie remains.
        let heard = ids.count > 1 ? try lastHeard(ids) : [:]
        return names.map {
            FavoriteGenre(
                id: $0["id"], name: $0["name"], total: best, lastHeardAt: Timestamp(milliseconds: heard[$0["id"]] ?? 0))
        }
    }

    private static func total(_ row: Row) -> ListeningTotal {
        ListeningTotal(plays: row["plays"], milliseconds: row["heard_ms"])
    }

    /// The time when each was last played, for the genres that were played on the latest such day. The others rank
    /// after these anyway.
    private func lastHeard(_ ids: [String]) throws -> [String: Int64] {
        let genres = JSONList(ids)
        var arguments: StatementArguments = ["genres": genres]
        if case .person(let user) = source.audience { arguments += ["who": user] }
        arguments += source.scope.arguments
        let plays = "FROM play p \(PlayCountSource.from(source.audience)) AND p.day BETWEEN :first AND :last"
        let isAny = "l.genre IN (SELECT value FROM json_each(:genres))\(source.scope.and("t.library"))"
        let last: Int? = try db.value(
            """
            SELECT p.day \(plays) AND EXISTS (SELECT 1 FROM track t CROSS JOIN track_genre l ON l.track = t.id
              WHERE t.id = p.track AND \(isAny)) ORDER BY p.day DESC LIMIT 1
            """, arguments + ["first": source.period.first, "last": source.period.last])
        guard let last else { return [:] }
        let rows = try db.rows(
            """
            SELECT l.genre, max(h.played_at) AS heard_at FROM (SELECT p.track, p.played_at \(plays)) h
            CROSS JOIN track t ON t.id = h.track CROSS JOIN track_genre l ON l.track = t.id AND \(isAny)
            GROUP BY l.genre
            """, arguments + ["first": last, "last": last])
        return Dictionary(rows.map { ($0["genre"], $0["heard_at"]) }, uniquingKeysWith: { first, _ in first })
    }
}
