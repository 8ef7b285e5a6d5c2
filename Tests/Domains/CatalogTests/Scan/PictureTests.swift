import Primitives
import Catalog
import Foundation
import GRDB
import Journal
import Testing

@testable import SQLiteStore

@Suite("A scan of pictures", .timeLimit(.minutes(10))) struct PictureTests {
    private static func key(_ text: String) -> BlobKey? { TextTagReader.key(of: TextTagReader.picture(text)) }

    private static func image(_ artist: String, in catalogue: TestCatalogue) async throws -> BlobKey? {
        try #require(try await catalogue.artists().first { $0.name == artist }).image
    }

    @Test("gives artists the picture of their folder, and follows it") func artists() async throws {
        let catalogue = try await TestCatalogue()
        try catalogue.music.write("Nina/First/CD1/1.flac", "title=One", "album=First", "artist=Nina")
        try catalogue.music.write("Nina/First/CD2/1.flac", "title=Two", "album=First", "artist=Nina", "disc=2")
        try catalogue.music.write("Nina/Second/1.flac", "title=Three", "album=Second", "artist=Nina")
        try catalogue.music.write("Otto/1.flac", "title=Four", "album=Alone", "artist=Otto")
        try catalogue.music.writePicture("Nina/artist.png", "nina")
        try catalogue.music.writePicture("Otto/Artist.PNG", "otto")
        try catalogue.music.writePicture("artist.png", "everybody")
        try await catalogue.scan()
        #expect(try await Self.image("Nina", in: catalogue) == Self.key("nina"))
        #expect(try await Self.image("Otto", in: catalogue) == Self.key("otto"))
        #expect(try await catalogue.catalog.artists(.first(10), as: TestCatalogue.admin).items.count == 2)

        _ = catalogue.reader.takeOpened()
        let revision = catalogue.database.changes.revision(of: .catalogue)
        try await catalogue.scan()
        #expect(catalogue.database.changes.revision(of: .catalogue) == revision)

        try catalogue.music.writePicture("Nina/artist.png", "nina, older")
        try catalogue.music.remove("Otto/Artist.PNG")
        try await catalogue.scan()
        #expect(try await Self.image("Nina", in: catalogue) == Self.key("nina, older"))
        #expect(try await Self.image("Otto", in: catalogue) == nil)
        #expect(catalogue.reader.takeOpened().isEmpty)

        try catalogue.music.move("Nina", "Gone/Nina")
        try await catalogue.scan()
        #expect(try await Self.image("Nina", in: catalogue) == Self.key("nina, older"))
        try await catalogue.libraries.remove(catalogue.library, as: TestCatalogue.admin, by: .gateway)
        let left = try await catalogue.database.read { db in
            try Int.fetchOne(db, sql: "SELECT count(*) FROM folder_artist_image")
        }
        // What is known of the folders' pictures waits for the library to come back.
        #expect(left == 2)
        #expect(try await catalogue.artists() == [])
        #expect(try await catalogue.faults() == [])
    }

    @Test("a picture among several artists' albums is nobody's unless one made most of them") func majority()
        async throws
    {
        let catalogue = try await TestCatalogue()
        try catalogue.music.writePicture("Mixed/artist.png", "who")
        try catalogue.music.write("Mixed/a/1.flac", "title=One", "album=A", "artist=Nina")
        try catalogue.music.write("Mixed/b/1.flac", "title=Two", "album=B", "artist=Otto")
        try await catalogue.scan()
        #expect(try await Self.image("Nina", in: catalogue) == nil)
        #expect(try await Self.image("Otto", in: catalogue) == nil)
        try catalogue.music.write("Mixed/c/1.flac", "title=Three", "album=C", "artist=Otto")
        // Deeper down is another matter.
        try catalogue.music.write("Mixed/d/e/1.flac", "title=Four", "album=D", "artist=Nina")
        try await catalogue.scan()
        #expect(try await Self.image("Otto", in: catalogue) == Self.key("who"))
        #expect(try await Self.image("Nina", in: catalogue) == nil)
    }

    @Test("finds the size and colors of each new cover once, and those left behind") func facts() async throws {
        let catalogue = try await TestCatalogue()
        try catalogue.music.write("a/1.flac", "title=One", "album=A", "artist=N", "cover=inner")
        try catalogue.music.write("b/1.flac", "title=Two", "album=B", "artist=N")
        try catalogue.music.writePicture("b/cover.png", "outer")
        try await catalogue.scan()
        #expect(
            Set(catalogue.processor.descriptions) == Set([Self.key("inner"), Self.key("outer")].compactMap(\.self)))
        let found = try #require(try await catalogue.track("One")?.coverFacts)
        #expect(found.width == 30 && found.height == 20)
        #expect(found.colors.map(\.hex) == ["#c81000", "#ffffff"] && found.colors.map(\.share) == [750, 250])
        #expect(try await catalogue.albums().allSatisfy { $0.coverFacts == found })
        try await catalogue.scan()
        #expect(catalogue.processor.descriptions.count == 2)

        try await catalogue.database.write(.catalogue) { try $0.execute(sql: "DELETE FROM image_facts") }
        #expect(try await catalogue.track("One")?.coverFacts == nil)
        try await catalogue.scan()
        #expect(try await catalogue.track("One")?.coverFacts == found)
    }

    @Test("looks at a broken cover once, and leaves one that cannot be read now for later") func brokenCovers()
        async throws
    {
        let catalogue = try await TestCatalogue()
        try catalogue.music.write("a/1.flac", "title=One", "album=A", "artist=N", "cover=inner")
        catalogue.processor.fail(with: .unavailable)
        #expect(try await catalogue.scan().state == .finished)
        catalogue.processor.fail(with: .broken(FileProblem(.corrupt, "It is damaged.")))
        try await catalogue.scan()
        try await catalogue.scan()
        #expect(catalogue.processor.descriptions.count == 2)
        #expect(try await catalogue.track("One")?.coverFacts == nil)
        #expect(try await catalogue.track("One")?.cover == nil)
    }

    @Test("a damaged picture is no cover: the next one is, else none, and it is listed among the problems")
    func damaged()
        async throws
    {
        let catalogue = try await TestCatalogue()
        try catalogue.music.write("a/1.flac", "title=One", "album=A", "artist=N", "cover=cut")
        try catalogue.music.writePicture("a/cover.png", "cut outside")
        try catalogue.music.writePicture("a/Folder.png", "whole")
        try catalogue.music.write("b/1.flac", "title=Two", "album=B", "artist=O", "cover=cut")
        try catalogue.music.writePicture("b/artist.png", "cut artist")
        catalogue.processor.damage([Self.key("cut"), Self.key("cut outside"), Self.key("cut artist")])
        let first = try await catalogue.scan()
        let problems = ["a/1.flac: picture", "a/cover.png: truncated", "b/1.flac: picture", "b/artist.png: truncated"]
        #expect(try await catalogue.problems() == problems)
        #expect(first.counts.problems == 4 && first.counts.added == 2)
        #expect(try await catalogue.track("One")?.cover == Self.key("whole"))
        #expect(try await catalogue.track("Two")?.cover == nil)
        #expect(try await catalogue.albums().map(\.cover) == [Self.key("whole"), nil])
        #expect(try await Self.image("O", in: catalogue) == nil)

        _ = catalogue.reader.takeOpened()
        let revision = catalogue.database.changes.revision(of: .catalogue)
        let second = try await catalogue.scan()
        #expect(second.counts.problems == 4 && second.counts.unchanged == 2)
        #expect(catalogue.reader.takeOpened().isEmpty)
        #expect(catalogue.database.changes.revision(of: .catalogue) == revision)

        // Correcting a track reads its file again, which does not bring the picture back.
        let two = try #require(try await catalogue.track("Two"))
        try await catalogue.edit(two.id) { $0.year = .set(1999) }
        #expect(try await catalogue.track("Two")?.cover == nil)
        #expect(try await catalogue.problems() == problems)

        try catalogue.music.write("b/1.flac", "title=Two", "album=B", "artist=O", "cover=mended")
        try catalogue.music.writePicture("a/cover.png", "mended outside")
        try catalogue.music.remove("b/artist.png")
        try await catalogue.scan()
        #expect(try await catalogue.problems() == ["a/1.flac: picture"])
        #expect(try await catalogue.track("One")?.cover == Self.key("mended outside"))
        #expect(try await catalogue.track("Two")?.cover == Self.key("mended"))
        #expect(try await catalogue.faults() == [])
    }

    @Test("a picture file that is none makes way for the next and is listed") func refused() async throws {
        let catalogue = try await TestCatalogue()
        try catalogue.music.write("a/1.flac", "title=One", "album=A", "artist=N")
        try catalogue.music.write("a/cover.jpg", "this is no picture")
        try catalogue.music.writePicture("a/front.png", "whole")
        for _ in 0..<2 {
            try await catalogue.scan()
            #expect(try await catalogue.problems() == ["a/cover.jpg: unsupported"])
            #expect(try await catalogue.track("One")?.cover == Self.key("whole"))
        }
    }
}
