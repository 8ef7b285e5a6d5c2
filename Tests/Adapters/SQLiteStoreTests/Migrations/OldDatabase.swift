import GRDB
import Support

@testable import SQLiteStore

/// A database as an earlier version left it.
struct OldDatabase {
    private let folder: TemporaryFolder
    var path: String { folder.path + "/rondo.sqlite" }

    /// A database with all migrations before one, and in it the album "Blue" with two tracks.
    ///
    /// - Parameters:
    ///   - migration: the number of the first migration that it lacks.
    ///   - fill: writes what else it contains.
    init(before migration: String, _ fill: @escaping @Sendable (Database) throws -> Void) async throws {
        folder = try TemporaryFolder()
        let database = try DatabaseQueue(path: path)
        var migrator = DatabaseMigrator()
        for one in [Migration].all where one.name < migration {
            migrator.registerMigration(one.name, migrate: one.apply)
        }
        try migrator.migrate(database)
        try await database.write { db in
            try FixtureRows.insertLibrary(db)
            try FixtureRows.insertAlbum("Blue", db)
            for track in ["Moonlight", "Nocturne"] { try FixtureRows.insertTrack(track, album: "Blue", db) }
            try fill(db)
        }
        try database.close()
    }
}
