import Primitives
import Catalog
import GRDB

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
        let arguments: StatementArguments = ["ids": JSONList(Set(ids).sorted())]
        var found: [String: (name: String, image: BlobKey?, share: LibraryShares.Share)] = [:]
        let rows = try Row.fetchCursor(
            db.cachedStatement(sql: Self.items(scope)), arguments: arguments + scope.arguments)
        while let row = try rows.next() {
            found[row["id"], default: (row["name"], row.blobKey("image"), LibraryShares.Share())]
                .share.add(LibraryShares.Share(row))
        }
        return ids.compactMap { id in
            found[id].map { artist in
                ArtistItem(
                    id: ID(id), name: artist.name, albumCount: artist.share.albumCount,
                    trackCount: artist.share.trackCount, cover: artist.share.cover.flatMap { BlobKey(hex: $0) },
                    image: artist.image)
            }
        }
    }

    /// What they did, in the scope.
    func roles(of artist: String) throws -> Set<String> {
        let arguments: StatementArguments = ["artist": artist]
        return try String.fetchSet(
            db.cachedStatement(sql: Self.roles(scope)), arguments: arguments + scope.arguments)
    }

    /// Whether there is an album of theirs in the scope, as a condition.
    static func hasAlbum(_ artist: String, _ scope: LibraryScope) -> String {
        has("album_count > 0", artist, scope)
    }

    private static func has(_ condition: String, _ artist: String, _ scope: LibraryScope) -> String {
        "EXISTS (SELECT 1 FROM artist_library l WHERE l.artist = \(artist) AND l.\(condition)\(scope.and("l.library")))"
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
        has("album_count + l.track_count > 0", artist, scope)
    }

    /// Whether they have a part in anything there.
    static func isThere(_ artist: String, _ scope: LibraryScope) -> String {
        has("artist IS NOT NULL", artist, scope)
    }

    /// A row for each library of the scope.
    static func items(_ scope: LibraryScope) -> String {
        """
        SELECT a.id, a.name, l.album_count, l.track_count, l.cover, l.cover_order,
          CASE WHEN a.image IS NOT NULL
              AND EXISTS (SELECT 1 FROM folder_artist_image f WHERE f.image = a.image\(scope.and("f.library")))
            THEN a.image END AS image
        FROM json_each(:ids) j CROSS JOIN artist a ON a.id = j.value CROSS JOIN artist_library l ON l.artist = a.id
        WHERE true\(scope.and("l.library"))
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
