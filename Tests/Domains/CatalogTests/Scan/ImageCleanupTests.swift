import Support
import Primitives
import Catalog
import Files
import Foundation
import SQLiteStore
import Testing

@Suite("Unused images") struct ImageCleanupTests {

    /// A user of images who shows one picture.
    private struct Person: BlobUser {
        let picture: BlobKey

        func release(unusedSince instant: Timestamp) async throws {}
        func blobsInUse() async throws -> Set<BlobKey> { [picture] }
    }

    private let catalog: TestCatalog

    init() async throws {
        catalog = try await TestCatalog()
    }

    private func key(_ picture: String) throws -> BlobKey {
        try #require(TextTagReader.key(of: TextTagReader.picture(picture)))
    }

    private func isStored(_ picture: String) async throws -> Bool {
        try await catalog.blobs.read(key(picture)) != nil
    }

    /// Runs the cleanup as if `hours` had passed, and again a day later.
    private func sweep(after hours: Int64, _ users: any BlobUser...) async throws -> Int {
        let now = Int64(Date().timeIntervalSince1970 * 1000) + hours * 3_600_000
        var removed = 0
        for instant in [now, now + 86_400_000] {
            let clock = TestClock(Timestamp(milliseconds: instant))
            let cleanup = Cleanup(store: SQLiteCleanupStore(catalog.database), clock: clock)
            // An image that is too young in the first run stays so in the second.
            let sparing = TestClock(Timestamp(milliseconds: now))
            removed += try await BlobSweep(
                blobs: catalog.blobs, users: [SQLiteImageStore(catalog.database)] + users,
                owners: SQLiteBlobOwners(catalog.database), cleanup: cleanup, clock: sparing
            ).run()
        }
        return removed
    }

    @Test("are removed after an hour, and images in use stay") func unused() async throws {
        try catalog.music.write("a/1.flac", "title=One", "artist=Nina", "album=A", "cover=embedded")
        try catalog.music.write("b/1.flac", "title=Two", "artist=Nina", "album=B")
        try catalog.music.write("c/1.flac", "title=Three", "artist=Nina", "album=C", "cover=gone")
        try catalog.music.write("d/1.flac", "title=Four", "artist=Nina", "album=D", "cover=replaced")
        try catalog.music.writePicture("b/cover.png", "folder")
        try catalog.music.writePicture("no music yet/cover.png", "waiting")
        try await catalog.scan()
        let picture = try await catalog.blobs.put(TextTagReader.picture("picture"))
        _ = try await catalog.blobs.put(TextTagReader.picture("left behind"))
        try catalog.music.remove("c/1.flac")
        try catalog.music.write("d/1.flac", "title=Four", "artist=Nina", "album=D", "cover=new and longer")
        try await catalog.scan()
        let before = try await catalog.contents()
        #expect(try await sweep(after: 0, Person(picture: picture)) == 0)
        #expect(try await sweep(after: 2, Person(picture: picture)) == 2)
        for shown in ["embedded", "folder", "waiting", "gone", "new and longer", "picture"] {
            #expect(try await isStored(shown), "\(shown)")
        }
        for unused in ["replaced", "left behind"] { #expect(try await !isStored(unused), "\(unused)") }
        #expect(try await sweep(after: 2, Person(picture: picture)) == 0)
        #expect(try await catalog.contents() == before)
        #expect(try await catalog.faults() == [])
    }

    @Test("are stored again when a file brings them back") func back() async throws {
        try catalog.music.write("a/1.flac", "title=One", "artist=Nina", "cover=first")
        try await catalog.scan()
        try catalog.music.write("a/1.flac", "title=One", "artist=Nina", "cover=second one")
        try await catalog.scan()
        #expect(try await sweep(after: 2) == 1)
        try catalog.music.write("a/2.flac", "title=Two", "artist=Nina", "album=Other", "cover=first")
        try await catalog.scan()
        #expect(try await isStored("first"))
        #expect(try await catalog.track("Two")?.cover == key("first"))
        #expect(try await sweep(after: 2) == 0)
        #expect(try await isStored("first"))
    }

    @Test("are kept if a scan has just requested them") func asked() async throws {
        try catalog.music.write("a/1.flac", "title=One", "artist=Nina", "cover=first")
        try await catalog.scan()
        try catalog.music.write("a/1.flac", "title=One", "artist=Nina", "cover=second one")
        try await catalog.scan()
        let first = try key("first")
        let soon = Timestamp(milliseconds: Int64(Date().timeIntervalSince1970 * 1000) + 90 * 60_000)
        #expect(try await catalog.scanStore.known(images: [first], at: soon) == [first])
        #expect(try await sweep(after: 2) == 0)
        #expect(try await isStored("first"))
        #expect(try await sweep(after: 3) == 1)
        #expect(try await catalog.scanStore.known(images: [first], at: soon) == [])
    }
}
