import Catalog
import GRDB
import Primitives

/// Reads genres. Who sees some libraries only gets those that are there, counted there; the stored counts are about everything.
struct GenreReader {
    private let db: Database
    private let scope: LibraryScope

    init(_ db: Database, _ scope: LibraryScope) {
        self.db = db
        self.scope = scope
    }

    /// By name, at most 1000.
    func all() throws -> [GenreItem] {
        let sql = scope == .everything ? Self.genres : Self.scopedGenres(scope)
        return try Row.fetchAll(db.cachedStatement(sql: sql), arguments: scope.arguments).map(Self.item)
    }

    /// In the order of `ids`.
    func items(_ ids: [String]) throws -> [GenreItem] {
        guard !ids.isEmpty else { return [] }
        let arguments: StatementArguments = ["ids": JSONList(ids)]
        let sql = scope == .everything ? Self.found : Self.scopedFound(scope)
        var items: [String: GenreItem] = [:]
        for row in try Row.fetchAll(db.cachedStatement(sql: sql), arguments: arguments + scope.arguments) {
            items[row["id"]] = Self.item(row)
        }
        return ids.compactMap { items[$0] }
    }

    private static func item(_ row: Row) -> GenreItem {
        GenreItem(
            id: ID(row["id"]), name: row["name"], albumCount: row["album_count"], trackCount: row["track_count"],
            cover: row.blobKey("cover"))
    }

    static let genres = """
        SELECT id, name, album_count, track_count, cover FROM genre
        WHERE track_count > 0 ORDER BY sort_key, id LIMIT 1000
        """
    private static let found = """
        SELECT g.id, g.name, g.album_count, g.track_count, g.cover
        FROM json_each(:ids) j CROSS JOIN genre g ON g.id = j.value
        """

    /// Walks the genres by name and counts each that has an album in the scope.
    static func scopedGenres(_ scope: LibraryScope) -> String {
        """
        \(counted(scope)) FROM genre g INDEXED BY genre_by_name
        WHERE g.track_count > 0 AND \(isThere("g.id", scope)) ORDER BY g.sort_key, g.id LIMIT 1000
        """
    }

    static func scopedFound(_ scope: LibraryScope) -> String {
        """
        \(counted(scope)) FROM json_each(:ids) j CROSS JOIN genre g ON g.id = j.value
        """
    }

    /// Whether an album in the scope has the genre, as a condition.
    static func isThere(_ genre: String, _ scope: LibraryScope) -> String {
        """
        EXISTS (SELECT 1 FROM album_genre ag CROSS JOIN album b ON b.id = ag.album
          WHERE ag.genre = \(genre) AND b.track_count > 0\(scope.and("b.library")))
        """
    }

    /// Counts and cover as `GenreIndex` finds them.
    private static func counted(_ scope: LibraryScope) -> String {
        """
        SELECT g.id, g.name, (SELECT count(*) \(albums(scope))) AS album_count,
          (SELECT count(*) FROM track_genre tg CROSS JOIN track t ON t.id = tg.track
            WHERE tg.genre = g.id AND t.missing_since IS NULL\(scope.and("t.library"))) AS track_count,
          (SELECT b.cover \(albums(scope)) AND b.cover IS NOT NULL
            ORDER BY b.year_order DESC, b.name_key, b.id LIMIT 1) AS cover
        """
    }

    private static func albums(_ scope: LibraryScope) -> String {
        """
        FROM album_genre ag CROSS JOIN album b ON b.id = ag.album
        WHERE ag.genre = g.id AND b.track_count > 0\(scope.and("b.library"))
        """
    }
}
