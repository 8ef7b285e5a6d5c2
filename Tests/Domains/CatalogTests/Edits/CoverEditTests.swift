import Catalog
import Journal
import Primitives
import SQLiteStore
import Testing

@Suite("A cover that a moderator gives") struct CoverEditTests {
    @Test("is the track's, or the album's where it is that of most tracks, and undoing brings the old one back")
    func covers() async throws {
        let catalogue = try await TestCatalogue()
        try catalogue.music.writePicture("a/cover.jpg", "folder")
        try catalogue.music.write("a/1.flac", "title=Blue", "artist=Nina", "album=Pastel", "cover=own")
        try catalogue.music.write("a/2.flac", "title=Red", "artist=Nina", "album=Pastel")
        try await catalogue.scan()
        let before = try await catalogue.shown()
        let folder = TextTagReader.key(of: TextTagReader.picture("folder"))
        let given = TextTagReader.key(of: TextTagReader.picture("given"))
        let id = try #require(try await catalogue.track("Blue")?.id)
        try await catalogue.edits.setCover(
            TextTagReader.picture("given"), of: id, as: TestCatalogue.moderator, by: .gateway)
        #expect(try await catalogue.track("Blue")?.cover == given)
        #expect(try await catalogue.albums().map(\.cover) == [folder])
        // Another cover file comes into the folder: the corrected one still holds.
        try catalogue.music.writePicture("a/cover.jpg", "folder two")
        try await catalogue.scan()
        #expect(try await catalogue.track("Blue")?.cover == given)
        try catalogue.music.writePicture("a/cover.jpg", "folder")
        try await catalogue.scan()

        let record = try #require(try await catalogue.records(of: id).first)
        try await catalogue.edits.undo(record.id, of: id, as: TestCatalogue.moderator, by: .gateway)
        #expect(try await catalogue.shown() == before)

        let album = try #require(try await catalogue.albums().first?.id)
        try await catalogue.edits.setCover(
            TextTagReader.picture("given"), of: album, as: TestCatalogue.moderator, by: .gateway)
        #expect(try await catalogue.albums().map(\.cover) == [given])
        #expect(try await catalogue.track("Red")?.cover == given)
        #expect(try await catalogue.faults() == [])
    }

    @Test("is spared by the sweep for as long as the history knows it") func sweep() async throws {
        let catalogue = try await TestCatalogue()
        try catalogue.music.write("a/1.flac", "title=Blue", "artist=Nina", "album=Pastel")
        try await catalogue.scan()
        let id = try #require(try await catalogue.track("Blue")?.id)
        try await catalogue.edits.setCover(
            TextTagReader.picture("given"), of: id, as: TestCatalogue.moderator, by: .gateway)
        try await catalogue.edit(id) { $0.cover = .revert }
        let images = SQLiteImageStore(catalogue.database)
        try await images.release(unusedSince: Timestamp(milliseconds: .max))
        #expect(try await images.blobsInUse().count == 1)
        let first = try #require(try await catalogue.records(of: id).first)
        try await catalogue.edits.undo(first.id, of: id, as: TestCatalogue.moderator, by: .gateway)
        #expect(try await catalogue.track("Blue")?.cover == TextTagReader.key(of: TextTagReader.picture("given")))
    }

    @Test("must be a picture") func refused() async throws {
        let catalogue = try await TestCatalogue()
        try catalogue.music.write("a/1.flac", "title=Blue", "artist=Nina")
        try await catalogue.scan()
        let id = try #require(try await catalogue.track("Blue")?.id)
        for bytes in [Array("<svg>".utf8), Array("GIF89a".utf8) + [1, 0, 1, 0], []] {
            let error = await #expect(throws: DomainError.self) {
                try await catalogue.edits.setCover(bytes, of: id, as: TestCatalogue.moderator, by: .gateway)
            }
            #expect(error?.code == .unsupportedMediaType && error?.reason == "picture_type")
        }
    }
}
