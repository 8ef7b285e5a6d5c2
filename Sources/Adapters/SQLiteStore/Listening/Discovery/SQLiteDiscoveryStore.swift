package import Catalog
import Foundation
import GRDB
package import Listening
package import Primitives

/// What leads from one thing to others, in SQLite.
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

    /// Sorted are the few artists of one name.
    static let named = "SELECT id FROM artist WHERE folded = ? AND is_listed = 1 ORDER BY plays DESC, id LIMIT 1"
}
