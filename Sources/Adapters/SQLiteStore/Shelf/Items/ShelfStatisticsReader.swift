import Catalog
import GRDB
import Primitives
import Shelf

/// Adds up a user's shelf: a track or album counts with the catalog's data, an entry with the typed data.
struct ShelfStatisticsReader {
    let db: Database
    let caller: Principal

    func statistics() throws -> ShelfStatistics {
        let scope = caller.libraries
        let arguments = scope.arguments + ["me": caller.user]
        let total = try db.row(Self.total(scope), arguments)
        let genre = try db.row(Self.genre(scope), arguments)
        let ratings = try db.rows(Self.ratings(scope), arguments)
        return ShelfStatistics(
            items: total?["items"] ?? 0, durationMilliseconds: total?["duration"] ?? 0,
            favoriteGenre: genre.map { ShelfStatistics.Genre(name: $0["name"], items: $0["items"]) },
            ratings: ratings.compactMap { row in Rating(halves: row["rating"]).map { ($0, row["items"]) } })
    }

    static func total(_ scope: LibraryScope) -> String {
        """
        SELECT count(*) AS items, coalesce(sum(coalesce(t.duration_ms, b.duration_ms, i.duration_ms)), 0) AS duration
        FROM shelf_item i LEFT JOIN track t ON t.id = i.track LEFT JOIN album b ON b.id = i.album
        WHERE i.account = :me\(ShelfItemReader.seen(scope))
        """
    }

    /// The genre of each item: a track's first one, or an album's first by name.
    static func genre(_ scope: LibraryScope) -> String {
        """
        SELECT max(name) AS name, count(*) AS items FROM (
          SELECT CASE WHEN i.track IS NOT NULL THEN
              (SELECT tg.name FROM track_genre tg WHERE tg.track = i.track ORDER BY tg.position LIMIT 1)
            WHEN i.album IS NOT NULL THEN
              (SELECT g.name FROM album_genre ag JOIN genre g ON g.id = ag.genre WHERE ag.album = i.album
                ORDER BY g.sort_key LIMIT 1)
            ELSE i.genre END AS name
          FROM shelf_item i WHERE i.account = :me\(ShelfItemReader.seen(scope)))
        WHERE name <> '' GROUP BY lower(name) ORDER BY items DESC, lower(name) LIMIT 1
        """
    }

    static func ratings(_ scope: LibraryScope) -> String {
        """
        SELECT i.rating, count(*) AS items FROM shelf_item i
        WHERE i.account = :me AND i.rating > 0\(ShelfItemReader.seen(scope)) GROUP BY i.rating ORDER BY i.rating DESC
        """
    }
}
