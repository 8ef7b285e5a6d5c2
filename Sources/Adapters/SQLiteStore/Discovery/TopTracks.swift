import Catalog
import GRDB
import Primitives

/// An artist's most played tracks. For most artists all tracks are read. For the largest ones an index by the name of
/// the first performer has the most played first.
struct TopTracks {
    /// Sorting this many takes some milliseconds.
    static let greatAbove = 1500

    let db: Database
    let scope: LibraryScope
    var greatAbove = Self.greatAbove

    func ids(of artist: String, limit: Int) throws -> [String] {
        guard limit > 0, let row = try db.row(Self.artist, [artist]) else { return [] }
        let arguments: StatementArguments = ["artist": artist, "limit": limit]
        let tracks: Int = row["track_count"]
        guard tracks > greatAbove else {
            let sql = tracks > 0 ? Self.performed(scope) : Self.partOf(scope)
            return try db.values(sql, arguments + scope.arguments)
        }
        let key: StatementArguments = ["key": row["sort_key"] as String]
        let played: [String] = try db.values(Self.mostPlayed(scope), arguments + key + scope.arguments)
        guard played.count < limit else { return played }
        let rest: [String] = try db.values(Self.byTitle(scope), arguments + key + scope.arguments)
        return Array((played + rest.filter { !played.contains($0) }).prefix(limit))
    }

    private static let artist = "SELECT sort_key, track_count FROM artist WHERE id = ?"

    static func performed(_ scope: LibraryScope) -> String {
        """
        SELECT t.id FROM track_artist ta CROSS JOIN track t ON t.id = ta.track
        WHERE ta.artist = :artist AND ta.role = 'performer' AND t.missing_since IS NULL\(scope.and("t.library"))
        \(order)
        """
    }

    static func partOf(_ scope: LibraryScope) -> String {
        """
        SELECT t.id FROM (SELECT DISTINCT track FROM track_artist WHERE artist = :artist LIMIT 1500) part
        CROSS JOIN track t ON t.id = part.track WHERE t.missing_since IS NULL\(scope.and("t.library"))
        \(order)
        """
    }

    private static let order =
        "ORDER BY t.plays DESC, t.album_sort_key, t.album, t.disc_order, t.track_order, t.id LIMIT :limit"

    static func mostPlayed(_ scope: LibraryScope) -> String {
        """
        SELECT t.id FROM track t INDEXED BY track_top_of_artist
        WHERE t.artist_key = :key AND t.missing_since IS NULL AND t.plays > 0 AND \(isPerformed)\(scope.and("t.library"))
        ORDER BY t.plays DESC, t.id LIMIT :limit
        """
    }

    static func byTitle(_ scope: LibraryScope) -> String {
        """
        SELECT t.id FROM track t INDEXED BY track_by_artist
        WHERE t.artist_key = :key AND t.missing_since IS NULL AND \(isPerformed)\(scope.and("t.library"))
        ORDER BY t.title_key, t.id LIMIT :limit
        """
    }

    /// Other artists may have the same name.
    private static let isPerformed = """
        EXISTS (SELECT 1 FROM track_artist ta WHERE ta.track = t.id AND ta.role = 'performer' AND ta.artist = :artist)
        """
}
