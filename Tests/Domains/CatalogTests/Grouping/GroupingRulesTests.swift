import Catalog
import Primitives
import SQLiteStore
import Testing

/// The rules of the Grouping article, each with files that demonstrate it.
@Suite("By the grouping rules") struct GroupingRulesTests {
    private static func albums(_ files: [(String, [String])]) async throws -> [AlbumItem] {
        let catalog = try await TestCatalog()
        for (path, lines) in files {
            try catalog.music.write(Array(path.utf8), Array(lines.joined(separator: "\n").utf8))
        }
        try await catalog.scan()
        #expect(try await catalog.faults() == [])
        return try await catalog.albums()
    }

    @Test("one MusicBrainz release is one album in any folders, and two releases in a folder are two")
    func release()
        async throws
    {
        let together = try await Self.albums([
            ("a/1.flac", ["album=Pastel", "artist=Nina", "release=r1"]),
            ("b/2.flac", ["album=Pastel (Deluxe)", "artist=Nina", "release=r1"]),
        ])
        #expect(together.map(\.trackCount) == [2])
        let apart = try await Self.albums([
            ("a/1.flac", ["album=Pastel", "artist=Nina", "release=r1"]),
            ("a/2.flac", ["album=Pastel", "artist=Nina", "release=r2"]),
        ])
        #expect(apart.map(\.trackCount) == [1, 1])
    }

    @Test("without one, an album is its album artist, its name and its folder") func folder() async throws {
        let albums = try await Self.albums([
            ("Queen/Hits/1.flac", ["album=Greatest Hits", "artist=Queen"]),
            ("ABBA/Hits/1.flac", ["album=Greatest Hits", "artist=ABBA"]),
            ("mixed/1.flac", ["album=Best", "albumartist=Nina"]), ("mixed/2.flac", ["album=Best", "albumartist=Otis"]),
            ("mixed/3.flac", ["album=BEST", "albumartist=nina"]),
        ])
        #expect(
            albums.map { "\($0.name) \($0.artists.map(\.name)) \($0.trackCount)" }.sorted() == [
                "BEST [\"Nina\"] 2", "Best [\"Otis\"] 1", "Greatest Hits [\"ABBA\"] 1", "Greatest Hits [\"Queen\"] 1",
            ])
    }

    @Test("names with a slash, an ampersand, a comma or a plus are one artist; a tag with several values is several")
    func names()
        async throws
    {
        let catalog = try await TestCatalog()
        let single = [
            "AC/DC", "Simon & Garfunkel", "Crosby, Stills", "Florence + the Machine", "Nina feat. Otis", "A; B",
        ]
        for (number, name) in single.enumerated() {
            try catalog.music.write("\(number)/1.flac", "artist=\(name)", "album=\(number)")
        }
        try catalog.music.write("several/1.flac", "artist=Lena", "artist=Ruth", "album=Duets", "title=Duet")
        try await catalog.scan()
        let artists = Set(try await catalog.artists().map(\.name))
        #expect(artists == Set(single + ["Lena", "Ruth"]))
        #expect(try await catalog.track("Duet")?.artists.map(\.name) == ["Lena", "Ruth"])
    }

    @Test("lists are sorted by the sort name, or else by the name without its article")
    func sortNames() async throws {
        let catalog = try await TestCatalog()
        let files = [
            ["artist=The Beatles", "album=A"], ["artist=Caro", "album=B"], ["artist=Aaron", "album=C"],
            ["artist=Nina Simone", "artistsort=Simone, Nina", "album=The Zoo", "albumsort=Aa"],
            ["artist=Los Lobos", "album=The Blue"], ["artist=Zola", "album=10"], ["artist=Thea", "album=9"],
        ]
        for (number, file) in files.enumerated() {
            try catalog.music.write(Array("\(number)/1.flac".utf8), Array(file.joined(separator: "\n").utf8))
        }
        try await catalog.scan()
        #expect(
            try await catalog.artists().map(\.name) == [
                "Aaron", "The Beatles", "Caro", "Los Lobos", "Nina Simone", "Thea", "Zola",
            ])
        #expect(try await catalog.albums().map(\.name) == ["9", "10", "A", "The Zoo", "B", "The Blue", "C"])
    }

    @Test("an album has its year of first release, or else of this release, and is sorted by it")
    func dates() async throws {
        let albums = try await Self.albums([
            ("a/1.flac", ["album=Reissue", "date=2011-05-06", "originaldate=1967-01-04"]),
            ("a/2.flac", ["album=Reissue", "date=2011-05-06", "originaldate=1967"]),
            ("a/3.flac", ["album=Reissue", "date=2011", "originaldate=1969"]),
            ("b/1.flac", ["album=Seventies", "date=1975"]),
        ])
        #expect(albums.map(\.year) == [1967, 1975])
        #expect(albums.map(\.originalYear) == [1967, nil])
    }

    @Test("a track has all of its genres, and case and accents make no new one") func genres() async throws {
        let catalog = try await TestCatalog()
        try catalog.music.write("a/1.flac", "title=One", "genre=Jazz", "genre=Bossa Nova")
        try catalog.music.write("a/2.flac", "title=Two", "genre=JAZZ", "genre=jazz")
        try catalog.music.write("a/3.flac", "title=Three", "genre=Rock & Roll")
        try await catalog.scan()
        let genres = try await catalog.store.genres(in: .everything)
        #expect(
            genres.map { "\($0.name) \($0.trackCount) \($0.albumCount)" } == [
                "Bossa Nova 1 1", "JAZZ 2 1", "Rock & Roll 1 1",
            ])
        #expect(try await catalog.track("One")?.genres == ["Jazz", "Bossa Nova"].map { $0 == "Jazz" ? "JAZZ" : $0 })
    }

    @Test("an album's discs may be in separate folders, which number them")
    func discs() async throws {
        let albums = try await Self.albums([
            ("Box/CD 1/1.flac", ["album=Box", "artist=N"]), ("Box/CD 2 - Live/1.flac", ["album=Box", "artist=N"]),
            ("Box/Disc 3/1.flac", ["album=Box", "artist=N"]), ("Box/bonus/1.flac", ["album=Box", "artist=N"]),
        ])
        #expect(albums.map(\.trackCount).sorted() == [1, 3])
    }
}
