import Catalog
import GRDB
import Primitives
import Support
import Testing

@testable import SQLiteStore

@Suite("The table of corrections") struct EditUpgradeTests {
    @Test("is there in a database from before corrections") func migrates() async throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/earlier.sqlite"
        let before = try SQLiteDatabase.open(path: path, migrations: [Migration].all.filter { $0.name < "0009" })
        try await before.pool.write { db in
            try FixtureRows.insertLibrary(db)
            try FixtureRows.insertAlbum("a0", db)
            try FixtureRows.insertTrack("t0", album: "a0", db)
        }
        try before.close()
        let after = try SQLiteDatabase.open(path: path)
        let details = try #require(try await SQLiteCatalogStore(after).track(ID("t0"), in: .everything))
        #expect(details.edit.isEmpty && details.file == nil)
        #expect(try await SQLiteEditStore(after).records(of: ID("t0"), .first(1)).items.isEmpty)
    }
}
