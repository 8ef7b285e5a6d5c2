import Accounts
import Primitives
import Files
import Foundation
import GRDB
import NIOPosix
import Support
import Testing

@testable import SQLiteStore

/// Pictures on a real disk, with their owners in a real database.
@Suite("Uploaded pictures") struct PictureUploadTests {

    private static func picture(_ number: Int) -> [UInt8] {
        [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13] + Array("IHDR".utf8)
            + [0, 0, 0, 8, 0, 0, 0, 8, 8, 2, 0, 0, 0] + Array("\(number)".utf8)
    }

    /// As it will be two days and three from now.
    private func sweep(_ fixture: ShelfFixture, _ blobs: DiskBlobStore) async throws -> Int {
        let now = Timestamp(milliseconds: Int64(Date().timeIntervalSince1970 * 1000))
        var removed = 0
        for days in [2, 3] {
            let clock = TestClock(now.advanced(by: .seconds(86_400 * days)))
            removed += try await BlobSweep(
                blobs: blobs, users: [fixture.playlistStore], owners: SQLiteBlobOwners(fixture.database),
                cleanup: Cleanup(store: SQLiteCleanupStore(fixture.database), clock: clock), clock: clock
            ).run()
        }
        return removed
    }

    @Test(
        "however many one person has let go, they are removed, also when the account is gone; what has no owner waits")
    func owners() async throws {
        let fixture = try await ShelfFixture()
        let blobs = try await DiskBlobStore.open(folder: fixture.folder.path + "/images", pool: .singleton)
        for number in 0..<20 { _ = try await fixture.pictures.keep(Self.picture(number), as: ShelfFixture.ada) }
        #expect(try await sweep(fixture, blobs) == 20)
        let owned = "SELECT count(*) FROM image_owner"
        #expect(try await fixture.side.read { try Int.fetchOne($0, sql: owned) } == 0)

        for number in 0..<20 { _ = try await fixture.pictures.keep(Self.picture(number), as: ShelfFixture.bob) }
        try await fixture.side.write { db in
            try db.execute(sql: "DELETE FROM account WHERE id = ?", arguments: [ShelfFixture.bob.user.rawValue])
        }
        #expect(try await sweep(fixture, blobs) == 20)

        for number in 0..<11 { _ = try await blobs.put(Self.picture(number)) }
        #expect(try await sweep(fixture, blobs) == 0)
    }
}
