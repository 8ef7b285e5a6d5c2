import Catalog
import Primitives
import Testing

@Suite("The catalog groups") struct CatalogGroupingTests {
    @Test("two discs as one album") func discs() async throws {
        let catalog = try await TestCatalog()
        try catalog.music.write("Pair/CD2/1.flac", "title=Third", "album=Pair", "artist=N", "track=1")
        try catalog.music.write("Pair/CD1/2.flac", "title=Second", "album=Pair", "artist=N", "track=2")
        try catalog.music.write("Pair/CD1/1.flac", "title=First", "album=Pair", "artist=N", "track=1")
        try await catalog.scan()
        let album = try #require(try await catalog.albums().first)
        let details = try await catalog.service.album(album.id, as: TestCatalog.listener)
        #expect(details.discTotal == 2)
        #expect(details.tracks.map(\.title) == ["First", "Second", "Third"])
        #expect(try await catalog.albums().count == 1)
    }

    @Test("a compilation, flagged or not") func samplers() async throws {
        let catalog = try await TestCatalog()
        for (number, artist) in ["Nina", "Otis", "Etta"].enumerated() {
            try catalog.music.write("flagged/\(number).flac", "artist=\(artist)", "album=Mix", "compilation=1")
            try catalog.music.write("plain/\(number).flac", "artist=\(artist)", "album=Blend")
        }
        try await catalog.scan()
        let albums = try await catalog.albums()
        #expect(albums.map(\.name) == ["Blend", "Mix"])
        #expect(albums.map { $0.artists.map(\.name) } == [["Various Artists"], ["Various Artists"]])
        #expect(albums.allSatisfy { $0.isCompilation && $0.trackCount == 3 })
        let otis = try #require(try await catalog.artists().first { $0.name == "Otis" })
        let details = try await catalog.service.artist(otis.id, as: TestCatalog.listener)
        #expect(details.albums == [])
        #expect(details.appearsOn.map(\.name) == ["Blend", "Mix"])
        #expect(details.roles == [.performer])
    }

    @Test("an album with guests under its main artist") func guests() async throws {
        let catalog = try await TestCatalog()
        try catalog.music.write("a/1.flac", "artist=Nina", "album=Pastel")
        try catalog.music.write("a/2.flac", "artist=Nina", "artist=Otis", "album=Pastel")
        try catalog.music.write("a/3.flac", "artist=Otis", "album=Pastel")
        try await catalog.scan()
        #expect(try await catalog.albums().map { $0.artists.map(\.name) } == [["Nina"]])
    }

    @Test("spellings of one artist under the most frequent one") func spellings() async throws {
        let catalog = try await TestCatalog()
        for (number, name) in ["Björk", "bjork", "Bjo\u{308}rk", "BJÖRK", "Björk"].enumerated() {
            try catalog.music.write("\(number)/1.flac", "artist=\(name)", "album=\(number)", "genre=ELECTRO")
        }
        try await catalog.scan()
        let artists = try await catalog.artists()
        #expect(artists.map(\.name) == ["Björk"])
        #expect(artists.map(\.trackCount) == [5])
        #expect(artists.map(\.albumCount) == [5])
    }

    @Test("namesakes by MusicBrainz id, in any order") func namesakes() async throws {
        let files = [
            ["artist=John", "artistid=x", "title=1"], ["artist=John", "title=2"],
            ["artist=John", "artistid=y", "title=3"],
            ["artist=John", "artistid=y", "title=4"],
        ]
        var seen: Set<[String]> = []
        for order in [[0, 1, 2, 3], [3, 2, 1, 0], [1, 0, 3, 2]] {
            let catalog = try await TestCatalog()
            for file in order {
                try catalog.music.write(
                    Array("\(file)/song.flac".utf8), Array(files[file].joined(separator: "\n").utf8))
                try await catalog.scan()
                #expect(try await catalog.faults() == [])
            }
            #expect(try await catalog.artists().map(\.trackCount).sorted() == [1, 3])
            let contents = try await catalog.contents()
            seen.insert(contents.filter { $0.contains("artist") || $0.contains("credit") })
        }
        #expect(seen.count == 1, "\(seen)")
        let catalog = try await TestCatalog()
        try catalog.music.write("a/1.flac", "artist=John", "artistid=x")
        try catalog.music.write("b/2.flac", "artist=John", "artistid=y")
        try await catalog.scan()
        #expect(try await catalog.artists().count == 2)
        try catalog.music.write("b/2.flac", "artist=John", "title=No id")
        try await catalog.scan()
        #expect(try await catalog.artists().map(\.trackCount) == [2])
        #expect(try await catalog.faults() == [])
    }

    @Test("the parts of a split album") func split() async throws {
        let catalog = try await TestCatalog()
        for number in 1...3 {
            try catalog.music.write("a/\(number).flac", "title=\(number)", "album=Pastel", "artist=N")
        }
        try await catalog.scan()
        let before = try await catalog.albums().first?.id
        try catalog.music.move("a/3.flac", "b/3.flac")
        try await catalog.scan()
        let albums = try await catalog.albums()
        #expect(albums.map(\.trackCount).sorted() == [1, 2])
        #expect(albums.first { $0.trackCount == 2 }?.id == before)
        #expect(try await catalog.faults() == [])
    }
}
