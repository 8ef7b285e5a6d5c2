package import Catalog
import Foundation
import GRDB
package import Listening
package import Primitives

/// Evidence of similarity, top tracks, and texts about artists and albums, in SQLite.
package struct SQLiteDiscoveryStore: DiscoveryStore {
    private let database: SQLiteDatabase

    package init(_ database: SQLiteDatabase) {
        self.database = database
    }

    package func evidence(
        for target: DiscoveryTarget, in scope: LibraryScope, seed: UInt64
    ) async throws -> SimilarityEvidence {
        try await database.read { try SimilarityReader($0, scope, seed: seed).evidence(for: target) }
    }

    package func tracks(
        of albums: [ID<Album>], in scope: LibraryScope
    ) async throws -> [(track: ID<Track>, album: ID<Album>, plays: Int)] {
        guard !albums.isEmpty else { return [] }
        return try await database.read { db in
            let rows = try Row.fetchAll(
                db.cachedStatement(sql: Self.tracks(scope)),
                arguments: ["albums": JSONList(albums.map(\.rawValue))] + scope.arguments)
            return rows.map { (ID($0[0] as String), ID($0[1] as String), $0[2]) }
        }
    }

    package func topTracks(of artist: ID<Artist>, in scope: LibraryScope, limit: Int) async throws -> [ID<Track>] {
        try await database.read { try TopTracks($0, scope).ids(of: artist.rawValue, limit: limit).map { ID($0) } }
    }

    package func text(about artist: ID<Artist>, in scope: LibraryScope) async throws -> String? {
        try await database.read { try FolderTextReader($0, scope).text(aboutArtist: artist.rawValue) }
    }

    package func text(about album: ID<Album>, in scope: LibraryScope) async throws -> String? {
        try await database.read { try FolderTextReader($0, scope).text(aboutAlbum: album.rawValue) }
    }

    package func artist(named name: String) async throws -> ID<Artist>? {
        let folded = FoldedText.fold(name)
        return try await database.read { db in
            try String.fetchOne(db.cachedStatement(sql: Self.named), arguments: [folded]).map { ID($0) }
        }
    }

    static func tracks(_ scope: LibraryScope) -> String {
        """
        SELECT t.id, t.album, t.plays FROM json_each(:albums) j CROSS JOIN track t ON t.album = j.value
        WHERE t.missing_since IS NULL\(scope.and("t.library")) LIMIT 3000
        """
    }

    /// Sorts the few artists of one name.
    static let named = "SELECT id FROM artist WHERE folded = ? AND is_listed = 1 ORDER BY plays DESC, id LIMIT 1"
}

/// An artist's most played tracks. For most artists all tracks are read. For the largest ones an index by the name of
/// the first performer has the most played first.
struct TopTracks {
    /// Sorting this many takes some milliseconds.
    static let greatAbove = 1500

    private let db: Database
    private let scope: LibraryScope
    private let greatAbove: Int

    init(_ db: Database, _ scope: LibraryScope, greatAbove: Int = greatAbove) {
        self.db = db
        self.scope = scope
        self.greatAbove = greatAbove
    }

    func ids(of artist: String, limit: Int) throws -> [String] {
        guard limit > 0, let row = try Row.fetchOne(db.cachedStatement(sql: Self.artist), arguments: [artist]) else {
            return []
        }
        let arguments: StatementArguments = ["artist": artist, "limit": limit]
        let tracks: Int = row["track_count"]
        guard tracks > greatAbove else {
            let sql = tracks > 0 ? Self.performed(scope) : Self.partOf(scope)
            return try String.fetchAll(db.cachedStatement(sql: sql), arguments: arguments + scope.arguments)
        }
        let key: StatementArguments = ["key": row["sort_key"] as String]
        let played = try String.fetchAll(
            db.cachedStatement(sql: Self.mostPlayed(scope)), arguments: arguments + key + scope.arguments)
        guard played.count < limit else { return played }
        let rest = try String.fetchAll(
            db.cachedStatement(sql: Self.byTitle(scope)), arguments: arguments + key + scope.arguments)
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
