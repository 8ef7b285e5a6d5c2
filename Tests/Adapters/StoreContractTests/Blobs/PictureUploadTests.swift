import Accounts
import Files
import Foundation
import NIOPosix
import Primitives
import StoreFixtures
import Support
import Testing

/// Pictures on a real disk, whose owners are in a database.
@Suite("Uploaded pictures") struct PictureUploadTests {
    /// Runs the cleanup as if two and then three days had passed.
    private func sweep(_ fixture: ShelfFixture, _ blobs: DiskBlobStore) async throws -> Int {
        let now = Timestamp(milliseconds: Int64(Date().timeIntervalSince1970 * 1000))
        var removed = 0
        for days in [2, 3] {
            let clock = TestClock(now.advanced(by: .seconds(86_400 * days)))
            removed += try await BlobSweep(
                blobs: blobs, users: [fixture.engine.playlists], owners: fixture.engine.blobOwners,
                cleanup: Cleanup(store: fixture.engine.cleanup, clock: clock), clock: clock
            ).run()
        }
        return removed
    }

    @Test(
        "all pictures that a user dropped are removed, also without the account; unowned ones wait")
    func owners() async throws {
        let fixture = try await ShelfFixture()
        let blobs = try await DiskBlobStore.open(folder: fixture.engine.folder.path + "/images", pool: .singleton)
        var keys: [BlobKey] = []
        for number in 0..<20 {
            keys.append(try await fixture.pictures.store(ShelfFixture.picture(number), as: ShelfFixture.ada))
        }
        #expect(try await fixture.engine.blobOwners.owners(of: keys).count == 20)
        #expect(try await sweep(fixture, blobs) == 20)
        #expect(try await fixture.engine.blobOwners.owners(of: keys).isEmpty)

        for number in 0..<20 {
            _ = try await fixture.pictures.store(ShelfFixture.picture(number), as: ShelfFixture.bob)
        }
        try await fixture.removeAccount("bob")
        #expect(try await sweep(fixture, blobs) == 20)

        for number in 0..<11 { _ = try await blobs.put(ShelfFixture.picture(number)) }
        #expect(try await sweep(fixture, blobs) == 0)
    }
}
