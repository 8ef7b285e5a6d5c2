import Support
import Primitives
import Catalog
import Files
import Foundation
import SQLiteStore
import Testing

@Suite("Images that nothing shows") struct ImageSweepTests {

    /// Somebody with a picture.
    private struct Person: BlobUser {
        let picture: BlobKey

        func release(unusedSince instant: Timestamp) async throws {}
        func blobsInUse() async throws -> Set<BlobKey> { [picture] }
    }

    private let catalogue: TestCatalogue

    init() async throws {
        catalogue = try await TestCatalogue()
    }

    private func key(_ picture: String) throws -> BlobKey {
        try #require(TextTagReader.key(of: TextTagReader.picture(picture)))
    }

    private func isStored(_ picture: String) async throws -> Bool {
        try await catalogue.blobs.read(key(picture)) != nil
    }

    /// As it will be so long from now, and again a day later.
    private func sweep(after hours: Int64, _ users: any BlobUser...) async throws -> Int {
        let now = Int64(Date().timeIntervalSince1970 * 1000) + hours * 3_600_000
        var removed = 0
        for instant in [now, now + 86_400_000] {
            let clock = TestClock(Timestamp(milliseconds: instant))
            let cleanup = Cleanup(store: SQLiteCleanupStore(catalogue.database), clock: clock)
            // What is young at the first of the two does not grow old for the second.
            let sparing = TestClock(Timestamp(milliseconds: now))
            removed += try await BlobSweep(
                blobs: catalogue.blobs, users: [SQLiteImageStore(catalogue.database)] + users,
                owners: SQLiteBlobOwners(catalogue.database), cleanup: cleanup, clock: sparing
            ).run()
        }
        return removed
    }

    @Test("are removed after an hour, and those that are shown somewhere stay") func unused() async throws {
        try catalogue.music.write("a/1.flac", "title=One", "artist=Nina", "album=A", "cover=embedded")
        try catalogue.music.write("b/1.flac", "title=Two", "artist=Nina", "album=B")
        try catalogue.music.write("c/1.flac", "title=Three", "artist=Nina", "album=C", "cover=gone")
        try catalogue.music.write("d/1.flac", "title=Four", "artist=Nina", "album=D", "cover=replaced")
        try catalogue.music.writePicture("b/cover.png", "folder")
        try catalogue.music.writePicture("no music yet/cover.png", "waiting")
        try await catalogue.scan()
        let picture = try await catalogue.blobs.put(TextTagReader.picture("picture"))
        _ = try await catalogue.blobs.put(TextTagReader.picture("left behind"))
        try catalogue.music.remove("c/1.flac")
        try catalogue.music.write("d/1.flac", "title=Four", "artist=Nina", "album=D", "cover=new and longer")
        try await catalogue.scan()
        let before = try await catalogue.contents()
        #expect(try await sweep(after: 0, Person(picture: picture)) == 0)
        #expect(try await sweep(after: 2, Person(picture: picture)) == 2)
        for shown in ["embedded", "folder", "waiting", "gone", "new and longer", "picture"] {
            #expect(try await isStored(shown), "\(shown)")
        }
        for unused in ["replaced", "left behind"] { #expect(try await !isStored(unused), "\(unused)") }
        #expect(try await sweep(after: 2, Person(picture: picture)) == 0)
        #expect(try await catalogue.contents() == before)
        #expect(try await catalogue.faults() == [])
    }

    @Test("are stored again when a file brings them back") func back() async throws {
        try catalogue.music.write("a/1.flac", "title=One", "artist=Nina", "cover=first")
        try await catalogue.scan()
        try catalogue.music.write("a/1.flac", "title=One", "artist=Nina", "cover=second one")
        try await catalogue.scan()
        #expect(try await sweep(after: 2) == 1)
        try catalogue.music.write("a/2.flac", "title=Two", "artist=Nina", "album=Other", "cover=first")
        try await catalogue.scan()
        #expect(try await isStored("first"))
        #expect(try await catalogue.track("Two")?.cover == key("first"))
        #expect(try await sweep(after: 2) == 0)
        #expect(try await isStored("first"))
    }

    @Test("are spared when a scan has just asked for them") func asked() async throws {
        try catalogue.music.write("a/1.flac", "title=One", "artist=Nina", "cover=first")
        try await catalogue.scan()
        try catalogue.music.write("a/1.flac", "title=One", "artist=Nina", "cover=second one")
        try await catalogue.scan()
        let first = try key("first")
        let soon = Timestamp(milliseconds: Int64(Date().timeIntervalSince1970 * 1000) + 90 * 60_000)
        #expect(try await catalogue.scanStore.known(images: [first], at: soon) == [first])
        #expect(try await sweep(after: 2) == 0)
        #expect(try await isStored("first"))
        #expect(try await sweep(after: 3) == 1)
        #expect(try await catalogue.scanStore.known(images: [first], at: soon) == [])
    }
}
