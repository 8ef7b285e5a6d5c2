import Primitives
import Catalog
import GRDB

/// Reads genres. A user who sees only some libraries gets the genres of those, counted there. The stored counts cover
/// the whole catalog.
struct GenreReader: LibraryScoped {
    let db: Database
    let scope: LibraryScope

    /// All genres by name, at most 1000.
    func all() throws -> [GenreItem] {
        guard scope == .everything else {
            let sql = Self.scopedGenres(scope)
            return try colored(shared(db.cachedStatement(sql: sql), scope.arguments).prefix(Self.most))
        }
        return try colored(db.rows(Self.genres).map(Self.item))
    }

    /// In the order of `ids`.
    func items(_ ids: [String]) throws -> [GenreItem] {
        guard !ids.isEmpty else { return [] }
        let arguments: StatementArguments = ["ids": JSONList(ids)]
        let found =
            try scope == .everything
            ? db.rows(Self.found, arguments).map(Self.item)
            : shared(db.cachedStatement(sql: Self.scopedFound(scope)), arguments + scope.arguments)
        let items = Dictionary(try colored(found).map { ($0.id.rawValue, $0) }) { first, _ in first }
        return ids.compactMap { items[$0] }
    }

    /// Adds up the counts of each genre in the libraries of the scope. A genre's rows are adjacent.
    private func shared(_ statement: Statement, _ arguments: StatementArguments) throws -> [GenreItem] {
        var found: [(id: String, name: String, share: LibraryShares.Share)] = []
        let rows = try Row.fetchCursor(statement, arguments: arguments)
        while let row = try rows.next() {
            let id: String = row["id"]
            if found.last?.id == id {
                found[found.count - 1].share.add(LibraryShares.Share(row))
            } else {
                found.append((id, row["name"], LibraryShares.Share(row)))
            }
        }
        return found.map { id, name, share in
            GenreItem(
                id: ID(id), name: name, albumCount: share.albumCount, trackCount: share.trackCount,
                cover: share.cover.flatMap { BlobKey(hex: $0) })
        }
    }

    private func colored(_ genres: some Collection<GenreItem>) throws -> [GenreItem] {
        let colors = try PictureColors(of: genres.compactMap(\.cover), db)
        return genres.map { genre in
            var genre = genre
            genre.color = colors.main(of: genre.cover)
            return genre
        }
    }

    private static func item(_ row: Row) -> GenreItem {
        GenreItem(
            id: ID(row["id"]), name: row["name"], albumCount: row["album_count"], trackCount: row["track_count"],
            cover: row.blobKey("cover"))
    }

    private static let most = 1000
    static let genres = """
        SELECT id, name, album_count, track_count, cover FROM genre
        WHERE track_count > 0 ORDER BY sort_key, id LIMIT \(most)
        """
    private static let found = """
        SELECT g.id, g.name, g.album_count, g.track_count, g.cover
        FROM json_each(:ids) j CROSS JOIN genre g ON g.id = j.value
        """

    /// Walks the genres by name, with one row for each library of the scope that has the genre.
    static func scopedGenres(_ scope: LibraryScope) -> String {
        """
        \(shares) FROM genre g INDEXED BY genre_by_name CROSS JOIN genre_library l ON l.genre = g.id
        WHERE g.track_count > 0 AND l.track_count > 0\(scope.and("l.library")) ORDER BY g.sort_key, g.id
        """
    }

    static func scopedFound(_ scope: LibraryScope) -> String {
        """
        \(shares) FROM json_each(:ids) j CROSS JOIN genre g ON g.id = j.value CROSS JOIN genre_library l ON l.genre = g.id
        WHERE l.track_count > 0\(scope.and("l.library"))
        """
    }

    private static let shares = "SELECT g.id, g.name, l.album_count, l.track_count, l.cover, l.cover_order"

    /// The condition that a library in the scope has the genre.
    static func isThere(_ genre: String, _ scope: LibraryScope) -> String {
        "EXISTS (SELECT 1 FROM genre_library l WHERE l.genre = \(genre) AND l.track_count > 0\(scope.and("l.library")))"
    }
}
