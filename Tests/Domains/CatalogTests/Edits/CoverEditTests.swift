import Catalog
import Journal
import Primitives
import SQLiteStore
import Testing

@Suite("A moderator's cover") struct CoverEditTests {
    @Test("is the track's, or the album's if most tracks have it, and undoing restores the old one")
    func covers() async throws {
        let catalog = try await TestCatalog()
        try catalog.music.writePicture("a/cover.jpg", "folder")
        try catalog.music.write("a/1.flac", "title=Blue", "artist=Nina", "album=Pastel", "cover=own")
        try catalog.music.write("a/2.flac", "title=Red", "artist=Nina", "album=Pastel")
        try await catalog.scan()
        let before = try await catalog.shown()
        let folder = TextTagReader.key(of: TextTagReader.picture("folder"))
        let given = TextTagReader.key(of: TextTagReader.picture("given"))
        let id = try #require(try await catalog.track("Blue")?.id)
        try await catalog.edits.setCover(
            TextTagReader.picture("given"), of: id, as: TestCatalog.moderator, by: .gateway)
        #expect(try await catalog.track("Blue")?.cover == given)
        #expect(try await catalog.albums().map(\.cover) == [folder])
        // A new cover file in the folder does not replace the moderator's cover.
        try catalog.music.writePicture("a/cover.jpg", "folder two")
        try await catalog.scan()
        #expect(try await catalog.track("Blue")?.cover == given)
        try catalog.music.writePicture("a/cover.jpg", "folder")
        try await catalog.scan()

        let record = try #require(try await catalog.records(of: id).first)
        try await catalog.edits.undo(record.id, of: id, as: TestCatalog.moderator, by: .gateway)
        #expect(try await catalog.shown() == before)

        let album = try #require(try await catalog.albums().first?.id)
        try await catalog.edits.setCover(
            TextTagReader.picture("given"), of: album, as: TestCatalog.moderator, by: .gateway)
        #expect(try await catalog.albums().map(\.cover) == [given])
        #expect(try await catalog.track("Red")?.cover == given)
        #expect(try await catalog.faults() == [])
    }

    @Test("is spared by the cleanup while the history refers to it") func sweep() async throws {
        let catalog = try await TestCatalog()
        try catalog.music.write("a/1.flac", "title=Blue", "artist=Nina", "album=Pastel")
        try await catalog.scan()
        let id = try #require(try await catalog.track("Blue")?.id)
        try await catalog.edits.setCover(
            TextTagReader.picture("given"), of: id, as: TestCatalog.moderator, by: .gateway)
        try await catalog.edit(id) { $0.cover = .revert }
        let images = SQLiteImageStore(catalog.database)
        try await images.release(unusedSince: Timestamp(milliseconds: .max))
        #expect(try await images.blobsInUse().count == 1)
        let first = try #require(try await catalog.records(of: id).first)
        try await catalog.edits.undo(first.id, of: id, as: TestCatalog.moderator, by: .gateway)
        #expect(try await catalog.track("Blue")?.cover == TextTagReader.key(of: TextTagReader.picture("given")))
    }

    @Test("must be a picture") func refused() async throws {
        let catalog = try await TestCatalog()
        try catalog.music.write("a/1.flac", "title=Blue", "artist=Nina")
        try await catalog.scan()
        let id = try #require(try await catalog.track("Blue")?.id)
        for bytes in [Array("<svg>".utf8), Array("GIF89a".utf8) + [1, 0, 1, 0], []] {
            let error = await #expect(throws: DomainError.self) {
                try await catalog.edits.setCover(bytes, of: id, as: TestCatalog.moderator, by: .gateway)
            }
            #expect(error?.code == .unsupportedMediaType && error?.reason == "picture_type")
        }
    }
}
