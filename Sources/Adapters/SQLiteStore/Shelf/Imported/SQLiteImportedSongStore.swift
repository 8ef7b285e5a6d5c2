package import Catalog
import GRDB
package import Journal
package import Primitives
package import Shelf

/// Imported songs in SQLite.
package struct SQLiteImportedSongStore: ImportedSongStore {
    private static let list = KeysetList(name: "playlist.imported", columns: [.integer, .text])
    private let database: SQLiteDatabase

    package init(_ database: SQLiteDatabase) {
        self.database = database
    }

    package func songs(
        of playlist: ID<Playlist>, _ filter: ImportedSongFilter, for caller: Principal, _ page: PageRequest
    ) async throws -> Page<ImportedSong> {
        let part = try Self.list.part(page)
        return try await database.read { db in
            _ = try PlaylistReader(db: db, caller: caller).playlist(playlist)
            let songs = try db.rows(
                ImportedSongTable.page(isFirst: part.isFirst),
                part.arguments + ["playlist": playlist, "states": JSONList(filter.states.map(\.rawValue))]
            ).map { ImportedSongTable.song($0, for: caller.libraries) }
            return part.page(songs) { [.integer($0.place), .text($0.id.rawValue)] }
        }
    }

    package func counts(of playlist: ID<Playlist>, for caller: Principal) async throws -> ImportedSongCounts {
        try await database.read { db in
            _ = try PlaylistReader(db: db, caller: caller).playlist(playlist)
            let rows = try db.rows(ImportedSongTable.counts, [playlist])
            return ImportedSongCounts(
                rows.reduce(into: [:]) { counts, row in
                    if let state = ImportedSong.State(rawValue: row["state"]) { counts[state] = row["count"] }
                })
        }
    }

    package func candidates(for song: ImportedSong, as caller: Principal, limit: Int) async throws -> [ID<Track>] {
        try await database.read { try SongFinder($0, caller.libraries).candidates(for: song.named, limit: limit) }
    }

    package func edit<Outcome: Sendable>(
        _ decide: @escaping Decision<any ImportedSongState, ImportedSongWrite, Outcome>
    ) async throws -> Outcome {
        try await database.edit(.shelf, ImportedSongTable.self, decide)
    }
}
