import Catalog
import Discovery
import Journal
import Primitives
import SQLiteStore
import Support
import Testing

@Suite("Descriptions from external sources", .timeLimit(.minutes(2))) struct DescriptionTests {
    static let nina = "b10bbbfc-cf9e-42e0-be17-e2c3e1d2600d"
    static let tagged = (
        "Nina/One/1.flac",
        ["title=A", "artist=Nina", "artistid=\(nina)", "album=One", "release=76df3287-6cda-33eb-8e9a-044b5e15ffdd"]
    )

    @Test("are found by the tags' ids, with source and license, and fill only what the library lacks")
    func found() async throws {
        let outside = try await DescriptionFixture([
            Self.tagged,
            (
                "Otto/Two/1.flac",
                [
                    "title=B", "artist=Otto", "artistid=c9fdb94c-4975-4ed6-a96f-ef6d80bb7738", "album=Two", "cover=own",
                    "originaldate=1980",
                ]
            ),
        ])
        try outside.catalog.music.write("Otto/artist.nfo", "Our own words")
        try outside.catalog.music.writePicture("Otto/artist.png", "otto")
        try await outside.catalog.scan()
        try await outside.switchOn()
        try await outside.runner.lookUpAll()
        let nina = try #require(try await outside.artist("Nina"))
        let info = try await outside.info("Nina")
        #expect(info.biography == "From outside")
        #expect(
            info.biographyCredit == DescriptionCredit(.wikipedia, page: "https://en.wikipedia.org/wiki/\(Self.nina)"))
        #expect(info.biographyCredit?.origin.license == "CC BY-SA 4.0")
        #expect(nina.image != nil && info.pictureCredit?.origin == .fanart)
        #expect(info.pictureCredit?.origin.license == nil)
        let one = try #require(try await outside.catalog.albums().first { $0.name == "One" })
        #expect(one.cover != nil && one.originalYear == 1969)
        let album = try await outside.catalog.discovery.info(of: one.id, as: TestCatalog.listener)
        #expect(album.coverCredit?.origin == .coverArtArchive && album.originalDateCredit?.origin == .musicBrainz)
        // User edits stay, and have no credit.
        let otto = try #require(try await outside.artist("Otto"))
        let own = try await outside.info("Otto")
        #expect(own.biography == "Our own words" && own.biographyCredit == nil && own.pictureCredit == nil)
        #expect(otto.image != nil && otto.image != nina.image)
        let two = try #require(try await outside.catalog.albums().first { $0.name == "Two" })
        #expect(two.originalYear == 1980 && two.cover != one.cover)
    }

    @Test("survive a scan, are hidden by users' own data, and return when that is removed")
    func priority() async throws {
        let outside = try await DescriptionFixture([Self.tagged])
        try await outside.switchOn()
        try await outside.runner.lookUpAll()
        let found = try #require(try await outside.artist("Nina")?.image)
        let cover = try #require(try await outside.catalog.albums().first?.cover)
        try outside.catalog.music.write(
            "Nina/One/2.flac", "title=C", "artist=Nina", "artistid=\(Self.nina)", "album=One")
        try await outside.catalog.scan()
        #expect(try await outside.artist("Nina")?.image == found)
        #expect(try await outside.catalog.albums().first?.cover == cover)
        try outside.catalog.music.writePicture("Nina/artist.png", "nina")
        try outside.catalog.music.writePicture("Nina/One/cover.png", "one")
        try await outside.catalog.scan()
        #expect(try await outside.artist("Nina")?.image != found)
        #expect(try await outside.catalog.albums().first?.cover != cover)
        try outside.catalog.music.remove("Nina/artist.png")
        try outside.catalog.music.remove("Nina/One/cover.png")
        try await outside.catalog.scan()
        #expect(try await outside.artist("Nina")?.image == found)
        #expect(try await outside.catalog.albums().first?.cover == cover)
    }

    @Test("without an id are found only by an album that is certainly the same") func byNames() async throws {
        let outside = try await DescriptionFixture([
            ("Nina/One/1.flac", ["title=A", "artist=Nina", "album=One"]),
            ("Nina/One/2.flac", ["title=B", "artist=Nina", "album=One"]),
        ])
        func release(_ title: String, _ artist: String, _ tracks: Int) -> FoundRelease {
            FoundRelease(
                id: "76df3287-6cda-33eb-8e9a-044b5e15ffdd", releaseGroup: nil, title: title,
                artists: [.init(id: Self.nina, name: artist)], trackCount: tracks)
        }
        outside.client.find([release("One (Live)", "Nina", 2), release("One", "Ninon", 2), release("One", "Nina", 3)])
        try await outside.switchOn()
        try await outside.runner.lookUpAll()
        #expect(try await outside.artist("Nina")?.image == nil)
        #expect(outside.client.taken().allSatisfy { $0.hasPrefix("releases") })
        outside.client.find([release("One", "Nina", 3), release("ONE", "Nina", 2)])
        outside.catalog.clock.advance(by: .seconds(31 * 86_400))
        try await outside.runner.lookUpAll()
        #expect(try await outside.artist("Nina")?.image != nil)
    }

    @Test("are not requested where the library has everything") func complete() async throws {
        let outside = try await DescriptionFixture([
            ("Nina/One/1.flac", Self.tagged.1 + ["cover=own", "originaldate=1980"])
        ])
        try outside.catalog.music.write("Nina/artist.nfo", "Our own words")
        try outside.catalog.music.writePicture("Nina/artist.png", "nina")
        try await outside.catalog.scan()
        try await outside.switchOn()
        try await outside.runner.lookUpAll()
        #expect(outside.client.taken().isEmpty)
        let progress = try await outside.service.state(as: TestCatalog.admin).progress
        #expect(progress == DescriptionProgress(total: 2, done: 2, found: 0))
    }

    @Test("of the wrong artist are removed when the tag's id is corrected, even while the source fails")
    func corrected() async throws {
        let outside = try await DescriptionFixture([Self.tagged])
        try await outside.switchOn()
        try await outside.runner.lookUpAll()
        #expect(try await outside.info("Nina").biography != nil)
        let other = "c9fdb94c-4975-4ed6-a96f-ef6d80bb7738"
        try outside.catalog.music.write(
            "Nina/One/1.flac", "title=A", "artist=Nina", "artistid=\(other)", "album=One")
        try await outside.catalog.scan()
        outside.client.onAsk { _ in throw ServiceFailure(.failing) }
        _ = outside.client.taken()
        try await outside.runner.lookUpAll()
        #expect(outside.client.taken().contains("biography \(other)"))
        #expect(try await outside.info("Nina").biography == nil)
        #expect(try await outside.artist("Nina")?.image == nil)
    }

    @Test("of a disabled source stay while the others are looked up again") func oneOff() async throws {
        let outside = try await DescriptionFixture([Self.tagged])
        try await outside.switchOn()
        try await outside.runner.lookUpAll()
        let found = try #require(try await outside.artist("Nina")?.image)
        try await outside.change(.fanart, DescriptionSourceChange(isOn: false))
        _ = outside.client.taken()
        try await outside.runner.lookUpAll()
        #expect(outside.client.taken().contains { $0.hasPrefix("biography") })
        #expect(try await outside.artist("Nina")?.image == found)
    }

    @Test("keep the catalog's caches valid where they are only text") func caches() async throws {
        let outside = try await DescriptionFixture([Self.tagged])
        outside.client.know(biography: "From outside", picture: nil)
        try await outside.switchOn()
        let before = outside.catalog.database.changes.revision(of: .catalogue)
        try await outside.runner.lookUpAll()
        #expect(try await outside.info("Nina").biography == "From outside")
        #expect(outside.catalog.database.changes.revision(of: .catalogue) == before)
    }

    @Test("have pictures that are visible to users who see the artist") func pictures() async throws {
        let outside = try await DescriptionFixture([Self.tagged])
        try await outside.switchOn()
        try await outside.runner.lookUpAll()
        let key = try #require(try await outside.artist("Nina")?.image)
        let access = SQLiteImageAccessStore(outside.catalog.database)
        #expect(try await access.libraries(showing: key) == [outside.catalog.library.rawValue])
        // A picture that nothing shows is visible to nobody.
        try outside.catalog.music.writePicture("Nina/artist.png", "nina")
        try outside.catalog.music.writePicture("Nina/One/cover.png", "one")
        try await outside.catalog.scan()
        #expect(try await access.libraries(showing: key).isEmpty)
        // It stays stored in case the replacement is removed.
        let images = SQLiteImageStore(outside.catalog.database)
        try await images.release(unusedSince: outside.catalog.clock.now().advanced(by: .seconds(86_400)))
        #expect(try await images.blobsInUse().contains(key))
    }

    @Test("without a displayable picture have none") func damaged() async throws {
        let outside = try await DescriptionFixture([Self.tagged])
        outside.client.know(biography: nil, picture: Array("<html>".utf8))
        try await outside.switchOn()
        try await outside.runner.lookUpAll()
        #expect(try await outside.artist("Nina")?.image == nil)
        #expect(try await outside.info("Nina").biography == nil)
    }

    @Test("have no pictures while the disk is nearly full, but still have texts") func full() async throws {
        let outside = try await DescriptionFixture([Self.tagged], reserve: .max)
        try await outside.switchOn()
        try await outside.runner.lookUpAll()
        #expect(try await outside.artist("Nina")?.image == nil)
        #expect(try await outside.info("Nina").biography == "From outside")
    }

    @Test("can be removed by an admin once all sources are off, with their pictures") func removed() async throws {
        let outside = try await DescriptionFixture([Self.tagged])
        try await outside.switchOn()
        try await outside.runner.lookUpAll()
        await #expect(throws: DomainError.self) {
            try await outside.service.removeAll(as: TestCatalog.admin, by: .gateway)
        }
        for source in DescriptionSource.allCases {
            try await outside.change(source, DescriptionSourceChange(isOn: false))
        }
        // Until then they stay.
        #expect(try await outside.artist("Nina")?.image != nil)
        await #expect(throws: DomainError.self) {
            try await outside.service.removeAll(as: TestCatalog.moderator, by: .gateway)
        }
        try await outside.service.removeAll(as: TestCatalog.admin, by: .gateway)
        #expect(try await outside.artist("Nina")?.image == nil)
        let album = try #require(try await outside.catalog.albums().first)
        #expect(album.cover == nil && album.originalYear == nil)
    }

    @Test("a key is sent only to the address that it was entered for") func keys() async throws {
        let outside = try await DescriptionFixture([Self.tagged])
        await #expect(throws: DomainError.self) {
            try await outside.change(.fanart, DescriptionSourceChange(isOn: true))
        }
        try await outside.switchOn([.fanart])
        await #expect(throws: DomainError.self) {
            try await outside.change(.fanart, DescriptionSourceChange(base: .some("https://mirror.example")))
        }
        #expect(try await outside.service.test(.fanart, as: TestCatalog.admin) == nil)
        outside.client.onAsk { _ in throw ServiceFailure(.key) }
        #expect(try await outside.service.test(.fanart, as: TestCatalog.admin) == .key)
        await #expect(throws: DomainError.self) { try await outside.service.state(as: TestCatalog.moderator) }
    }
}
