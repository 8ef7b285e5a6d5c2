import Primitives
import Catalog
import Foundation
import GRDB
import Support
import Testing

@testable import SQLiteStore

@Suite("A database from before libraries could be removed") struct RemovalMigrationTests {
    @Test("keeps its libraries, tracks and images, and none of them counts as removed") func migrates() async throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/rondo.sqlite"
        let earlier = [Migration].all.filter { $0.name < "0004" }
        #expect(earlier.count == 4)
        let before = try SQLiteDatabase.open(path: path, migrations: earlier)
        let image = String(repeating: "a", count: 64)
        try await before.pool.write { db in
            try FixtureRows.insertLibrary(db)
            try FixtureRows.insertAlbum("a0", db)
            for track in ["t0", "t1"] { try FixtureRows.insertTrack(track, album: "a0", db) }
            try db.execute(
                sql: "INSERT INTO image (key, media_type, size) VALUES (?, 'image/png', 1)", arguments: [image])
            try db.execute(sql: "UPDATE track SET cover = ? WHERE id = 't0'", arguments: [image])
        }
        try before.close()

        let after = try SQLiteDatabase.open(path: path)
        #expect(try await SQLiteLibraryStore(after).items().map(\.trackCount) == [2])
        let images = SQLiteImageStore(after)
        #expect(try await images.blobsInUse().map(\.hex) == [image])
        try await images.release(unusedSince: Timestamp(milliseconds: 1))
        #expect(try await images.blobsInUse().map(\.hex) == [image])
        _ = try await after.pool.write { try $0.execute(sql: "UPDATE track SET cover = NULL") }
        try await images.release(unusedSince: Timestamp(milliseconds: 1))
        #expect(try await images.blobsInUse().isEmpty)
        let again = try SQLiteDatabase.open(path: path)
        #expect(try await again.read { try Row.fetchAll($0, sql: "PRAGMA foreign_key_check").count } == 0)
    }
}
