import Catalog
import GRDB
import Primitives

/// Artists as somebody sees them who sees some libraries only: those who made something there, with counts and pictures from there.
/// The stored ones are about everything.
struct ScopedArtists {
    private let db: Database
    private let scope: LibraryScope

    init(_ db: Database, _ scope: LibraryScope) {
        self.db = db
        self.scope = scope
    }

    /// In the order of `ids`.
    func items(_ ids: [String]) throws -> [ArtistItem] {
        let arguments: StatementArguments = ["ids": JSONList(Set(ids))]
        var items: [String: ArtistItem] = [:]
        for row in try Row.fetchAll(
            db.cachedStatement(sql: Self.items(scope)), arguments: arguments + scope.arguments)
        {
            items[row["id"]] = ArtistReader.item(row)
        }
        return ids.compactMap { items[$0] }
    }

    /// What they did, in the scope.
    func roles(of artist: String) throws -> Set<String> {
        let arguments: StatementArguments = ["artist": artist]
        return try String.fetchSet(
            db.cachedStatement(sql: Self.roles(scope)), arguments: arguments + scope.arguments)
    }

    /// Whether there is an album of theirs in the scope, as a condition.
    static func hasAlbum(_ artist: String, _ scope: LibraryScope) -> String {
        """
        EXISTS (SELECT 1 FROM album_artist aa CROSS JOIN album b ON b.id = aa.album
          WHERE aa.artist = \(artist) AND b.track_count > 0\(scope.and("b.library")))
        """
    }

    /// - Parameter role: SQL text of the role that they had.
    static func hasTrack(_ artist: String, role: String, _ scope: LibraryScope) -> String {
        """
        EXISTS (SELECT 1 FROM track_artist ta CROSS JOIN track t ON t.id = ta.track
          WHERE ta.artist = \(artist) AND ta.role = \(role) AND t.missing_since IS NULL\(scope.and("t.library")))
        """
    }

    /// Whether lists show them, as `artist.is_listed` says it of everything.
    static func isListed(_ artist: String, _ scope: LibraryScope) -> String {
        "(\(hasAlbum(artist, scope)) OR \(hasTrack(artist, role: "'performer'", scope)))"
    }

    /// Whether they have a part in anything there.
    static func isThere(_ artist: String, _ scope: LibraryScope) -> String {
        """
        (\(hasAlbum(artist, scope)) OR EXISTS (SELECT 1 FROM track_artist ta CROSS JOIN track t ON t.id = ta.track
          WHERE ta.artist = \(artist) AND t.missing_since IS NULL\(scope.and("t.library"))))
        """
    }

    /// Counts and cover as `ArtistRefresh` finds them.
    static func items(_ scope: LibraryScope) -> String {
        let albums = """
            FROM album_artist aa CROSS JOIN album b ON b.id = aa.album
            WHERE aa.artist = a.id AND b.track_count > 0\(scope.and("b.library"))
            """
        let tracks = """
            FROM track_artist ta CROSS JOIN track t ON t.id = ta.track
            WHERE ta.artist = a.id AND t.missing_since IS NULL\(scope.and("t.library"))
            """
        return """
            SELECT a.id, a.name, (SELECT count(*) \(albums)) AS album_count,
              (SELECT count(*) \(tracks) AND ta.role = 'performer') AS track_count,
              coalesce(
                (SELECT b.cover \(albums) AND b.cover IS NOT NULL ORDER BY b.year_order DESC, b.name_key, b.id LIMIT 1),
                (SELECT t.cover \(tracks) AND t.cover IS NOT NULL ORDER BY t.title_key, t.id LIMIT 1)) AS cover,
              CASE WHEN EXISTS (SELECT 1 FROM folder_artist_image f WHERE f.image = a.image\(scope.and("f.library")))
                THEN a.image END AS image
            FROM json_each(:ids) j CROSS JOIN artist a ON a.id = j.value
            """
    }

    static func roles(_ scope: LibraryScope) -> String {
        """
        SELECT DISTINCT ta.role FROM track_artist ta CROSS JOIN track t ON t.id = ta.track
        WHERE ta.artist = :artist AND ta.role <> 'albumArtist' AND t.missing_since IS NULL\(scope.and("t.library"))
        UNION ALL SELECT 'albumArtist' WHERE \(hasAlbum(":artist", scope))
        """
    }
}
