package import Catalog
package import Discovery
import Foundation
import GRDB
package import Primitives

/// Evidence of similarity, top tracks, and texts about artists and albums, in SQLite.
package struct SQLiteDiscoveryStore: DiscoveryStore {
    let database: SQLiteDatabase

    package init(_ database: SQLiteDatabase) {
        self.database = database
    }

    package func evidence(
        for target: DiscoveryTarget, in scope: LibraryScope, seed: UInt64
    ) async throws -> SimilarityEvidence {
        try await database.read { try SimilarityReader(db: $0, scope: scope, seed: seed).evidence(for: target) }
    }

    package func topTracks(of artist: ID<Artist>, in scope: LibraryScope, limit: Int) async throws -> [ID<Track>] {
        try await database.read {
            try TopTracks(db: $0, scope: scope).ids(of: artist.rawValue, limit: limit).map { ID($0) }
        }
    }

    package func text(about artist: ID<Artist>, in scope: LibraryScope) async throws -> String? {
        try await database.read { try FolderTextReader($0, scope).text(aboutArtist: artist.rawValue) }
    }

    package func text(about album: ID<Album>, in scope: LibraryScope) async throws -> String? {
        try await database.read { try FolderTextReader($0, scope).text(aboutAlbum: album.rawValue) }
    }

    package func artist(named name: String) async throws -> ID<Artist>? {
        let folded = FoldedText.fold(name)
        return try await database.read { try $0.value(Self.named, [folded]) }
    }

    /// Sorts the few artists of one name.
    static let named = "SELECT id FROM artist WHERE folded = ? AND is_listed = 1 ORDER BY plays DESC, id LIMIT 1"
}
