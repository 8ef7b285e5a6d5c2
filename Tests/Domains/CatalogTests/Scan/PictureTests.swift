import Primitives
import Catalog
import Foundation
import GRDB
import Journal
import Testing

@testable import SQLiteStore

@Suite("A scan of pictures", .timeLimit(.minutes(10))) struct PictureTests {
    private static func key(_ text: String) -> BlobKey? { TextTagReader.key(of: TextTagReader.picture(text)) }

    private static func image(_ artist: String, in catalog: TestCatalog) async throws -> BlobKey? {
        try #require(try await catalog.artists().first { $0.name == artist }).image
    }

    @Test("gives artists the picture of their folder, and follows its changes") func artists() async throws {
        let catalog = try await TestCatalog()
        try catalog.music.write("Nina/First/CD1/1.flac", "title=One", "album=First", "artist=Nina")
        try catalog.music.write("Nina/First/CD2/1.flac", "title=Two", "album=First", "artist=Nina", "disc=2")
        try catalog.music.write("Nina/Second/1.flac", "title=Three", "album=Second", "artist=Nina")
        try catalog.music.write("Otto/1.flac", "title=Four", "album=Alone", "artist=Otto")
        try catalog.music.writePicture("Nina/artist.png", "nina")
        try catalog.music.writePicture("Otto/Artist.PNG", "otto")
        try catalog.music.writePicture("artist.png", "everybody")
        try await catalog.scan()
        #expect(try await Self.image("Nina", in: catalog) == Self.key("nina"))
        #expect(try await Self.image("Otto", in: catalog) == Self.key("otto"))
        #expect(try await catalog.service.artists(.first(10), as: TestCatalog.admin).items.count == 2)

        _ = catalog.reader.takeOpened()
        let revision = catalog.database.changes.revision(of: .catalogue)
        try await catalog.scan()
        #expect(catalog.database.changes.revision(of: .catalogue) == revision)

        try catalog.music.writePicture("Nina/artist.png", "nina, older")
        try catalog.music.remove("Otto/Artist.PNG")
        try await catalog.scan()
        #expect(try await Self.image("Nina", in: catalog) == Self.key("nina, older"))
        #expect(try await Self.image("Otto", in: catalog) == nil)
        #expect(catalog.reader.takeOpened().isEmpty)

        try catalog.music.move("Nina", "Gone/Nina")
        try await catalog.scan()
        #expect(try await Self.image("Nina", in: catalog) == Self.key("nina, older"))
        try await catalog.libraries.remove(catalog.library, as: TestCatalog.admin, by: .gateway)
        let left = try await catalog.database.read { db in
            try Int.fetchOne(db, sql: "SELECT count(*) FROM folder_artist_image")
        }
        // The rows of the folders' pictures stay until the library returns.
        #expect(left == 2)
        #expect(try await catalog.artists() == [])
        #expect(try await catalog.faults() == [])
    }

    @Test("a picture among several artists' albums belongs to one who made most of them, or to nobody")
    func majority() async throws {
        let catalog = try await TestCatalog()
        try catalog.music.writePicture("Mixed/artist.png", "who")
        try catalog.music.write("Mixed/a/1.flac", "title=One", "album=A", "artist=Nina")
        try catalog.music.write("Mixed/b/1.flac", "title=Two", "album=B", "artist=Otto")
        try await catalog.scan()
        #expect(try await Self.image("Nina", in: catalog) == nil)
        #expect(try await Self.image("Otto", in: catalog) == nil)
        try catalog.music.write("Mixed/c/1.flac", "title=Three", "album=C", "artist=Otto")
        // Albums in deeper folders do not count.
        try catalog.music.write("Mixed/d/e/1.flac", "title=Four", "album=D", "artist=Nina")
        try await catalog.scan()
        #expect(try await Self.image("Otto", in: catalog) == Self.key("who"))
        #expect(try await Self.image("Nina", in: catalog) == nil)
    }

    @Test("finds the size and colors of each new cover once, and of earlier ones without them")
    func facts() async throws {
        let catalog = try await TestCatalog()
        try catalog.music.write("a/1.flac", "title=One", "album=A", "artist=N", "cover=inner")
        try catalog.music.write("b/1.flac", "title=Two", "album=B", "artist=N")
        try catalog.music.writePicture("b/cover.png", "outer")
        try await catalog.scan()
        #expect(
            Set(catalog.processor.descriptions) == Set([Self.key("inner"), Self.key("outer")].compactMap(\.self)))
        let found = try #require(try await catalog.track("One")?.coverFacts)
        #expect(found.width == 30 && found.height == 20)
        #expect(found.colors.map(\.hex) == ["#c81000", "#ffffff"] && found.colors.map(\.share) == [750, 250])
        #expect(try await catalog.albums().allSatisfy { $0.coverFacts == found })
        try await catalog.scan()
        #expect(catalog.processor.descriptions.count == 2)

        try await catalog.database.write(.catalogue) { try $0.execute(sql: "DELETE FROM image_facts") }
        #expect(try await catalog.track("One")?.coverFacts == nil)
        try await catalog.scan()
        #expect(try await catalog.track("One")?.coverFacts == found)
    }

    @Test("examines a broken cover once, and postpones one that cannot be read now")
    func brokenCovers() async throws {
        let catalog = try await TestCatalog()
        try catalog.music.write("a/1.flac", "title=One", "album=A", "artist=N", "cover=inner")
        catalog.processor.fail(with: .unavailable)
        #expect(try await catalog.scan().state == .finished)
        catalog.processor.fail(with: .broken(FileProblem(.corrupt, "It is damaged.")))
        try await catalog.scan()
        try await catalog.scan()
        #expect(catalog.processor.descriptions.count == 2)
        #expect(try await catalog.track("One")?.coverFacts == nil)
        #expect(try await catalog.track("One")?.cover == nil)
    }

    @Test("skips a damaged picture for the next one or none, and lists it among the problems")
    func damaged()
        async throws
    {
        let catalog = try await TestCatalog()
        try catalog.music.write("a/1.flac", "title=One", "album=A", "artist=N", "cover=cut")
        try catalog.music.writePicture("a/cover.png", "cut outside")
        try catalog.music.writePicture("a/Folder.png", "whole")
        try catalog.music.write("b/1.flac", "title=Two", "album=B", "artist=O", "cover=cut")
        try catalog.music.writePicture("b/artist.png", "cut artist")
        catalog.processor.damage([Self.key("cut"), Self.key("cut outside"), Self.key("cut artist")])
        let first = try await catalog.scan()
        let problems = ["a/1.flac: picture", "a/cover.png: truncated", "b/1.flac: picture", "b/artist.png: truncated"]
        #expect(try await catalog.problems() == problems)
        #expect(first.counts.problems == 4 && first.counts.added == 2)
        #expect(try await catalog.track("One")?.cover == Self.key("whole"))
        #expect(try await catalog.track("Two")?.cover == nil)
        #expect(try await catalog.albums().map(\.cover) == [Self.key("whole"), nil])
        #expect(try await Self.image("O", in: catalog) == nil)

        _ = catalog.reader.takeOpened()
        let revision = catalog.database.changes.revision(of: .catalogue)
        let second = try await catalog.scan()
        #expect(second.counts.problems == 4 && second.counts.unchanged == 2)
        #expect(catalog.reader.takeOpened().isEmpty)
        #expect(catalog.database.changes.revision(of: .catalogue) == revision)

        // Correcting a track reads its file again, which does not bring the picture back.
        let two = try #require(try await catalog.track("Two"))
        try await catalog.edit(two.id) { $0.year = .set(1999) }
        #expect(try await catalog.track("Two")?.cover == nil)
        #expect(try await catalog.problems() == problems)

        try catalog.music.write("b/1.flac", "title=Two", "album=B", "artist=O", "cover=mended")
        try catalog.music.writePicture("a/cover.png", "mended outside")
        try catalog.music.remove("b/artist.png")
        try await catalog.scan()
        #expect(try await catalog.problems() == ["a/1.flac: picture"])
        #expect(try await catalog.track("One")?.cover == Self.key("mended outside"))
        #expect(try await catalog.track("Two")?.cover == Self.key("mended"))
        #expect(try await catalog.faults() == [])
    }

    @Test("skips an invalid picture file for the next one and lists it") func refused() async throws {
        let catalog = try await TestCatalog()
        try catalog.music.write("a/1.flac", "title=One", "album=A", "artist=N")
        try catalog.music.write("a/cover.jpg", "this is no picture")
        try catalog.music.writePicture("a/front.png", "whole")
        for _ in 0..<2 {
            try await catalog.scan()
            #expect(try await catalog.problems() == ["a/cover.jpg: unsupported"])
            #expect(try await catalog.track("One")?.cover == Self.key("whole"))
        }
    }
}
