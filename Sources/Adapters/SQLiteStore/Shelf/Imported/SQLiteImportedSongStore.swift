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
        let position = try Self.list.position(page.cursor)
        return try await database.read { db in
            _ = try PlaylistReader(db, for: caller).playlist(playlist)
            var arguments: [String: DatabaseValue] = [
                "playlist": playlist.rawValue.databaseValue, "limit": (page.limit + 1).databaseValue,
                "states": JSONList(filter.states.map(\.rawValue)).databaseValue,
            ]
            for (index, value) in (position ?? []).enumerated() { arguments["after\(index)"] = value }
            let rows = try Row.fetchAll(
                db.cachedStatement(sql: ImportedSongTable.page(isFirst: position == nil)),
                arguments: StatementArguments(arguments))
            let songs = rows.map { ImportedSongTable.song($0, for: caller.libraries) }
            return Self.list.page(songs, limit: page.limit) { [.integer($0.place), .text($0.id.rawValue)] }
        }
    }

    package func counts(of playlist: ID<Playlist>, for caller: Principal) async throws -> ImportedSongCounts {
        try await database.read { db in
            _ = try PlaylistReader(db, for: caller).playlist(playlist)
            let rows = try Row.fetchAll(
                db.cachedStatement(sql: ImportedSongTable.counts), arguments: [playlist.rawValue])
            return ImportedSongCounts(
                rows.reduce(into: [:]) { counts, row in
                    if let state = ImportedSong.State(rawValue: row["state"]) { counts[state] = row["count"] }
                })
        }
    }

    package func candidates(
        for song: ImportedSong, as caller: Principal, limit: Int
    ) async throws -> [ID<Track>] {
        try await database.read { db in
            try SongFinder(db, in: caller.libraries).candidates(for: song.named, limit: limit)
        }
    }

    package func edit<Outcome: Sendable>(
        _ decide: @escaping @Sendable (any ImportedSongState) throws -> (Changes<ImportedSongWrite>?, Outcome)
    ) async throws -> Outcome {
        try await database.write(.shelf) { db in
            let songs = ImportedSongTable(db)
            let (changes, outcome) = try decide(songs)
            try changes?.write(to: db, songs.execute)
            return outcome
        }
    }
}
