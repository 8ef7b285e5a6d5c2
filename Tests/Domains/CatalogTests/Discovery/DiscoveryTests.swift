import Catalog
import Journal
import Discovery
import Listening
import Primitives
import Support
import Testing

@testable import SQLiteStore

@Suite("Related items") struct DiscoveryTests {
    /// Nina and Otis share listeners, Nina and Pia a genre. Rex shares neither.
    private static func make() async throws -> TestCatalog {
        let catalog = try await TestCatalog()
        for (artist, genre) in [("Nina", "Jazz"), ("Otis", "Soul"), ("Pia", "Jazz"), ("Rex", "Rock")] {
            for album in 1...2 {
                for number in 1...3 {
                    try catalog.music.write(
                        "\(artist)/\(artist) \(album)/\(number).flac", "title=\(artist) \(album)-\(number)",
                        "artist=\(artist)",
                        "albumartist=\(artist)", "album=\(artist) \(album)", "genre=\(genre)", "track=\(number)")
                }
            }
        }
        try await catalog.scan()
        for (person, plays) in [
            ("ada", ["Nina 1-1": 9, "Otis 1-1": 5, "Otis 2-2": 4]), ("bo", ["Nina 1-2": 4, "Otis 1-1": 2]),
            ("cy", ["Rex 1-1": 50]),
        ] {
            for (title, times) in plays { try await catalog.play(title, times: times, by: person) }
        }
        return catalog
    }

    @Test("similar artists are found by listeners, then by genre") func artists() async throws {
        let catalog = try await Self.make()
        let nina = try await artist("Nina", catalog)
        let similar = try await catalog.discovery.similarArtists(to: nina, limit: 9, as: TestCatalog.listener)
        #expect(similar.map(\.name) == ["Otis", "Pia"])
        #expect(
            try await catalog.discovery.similarArtists(to: nina, limit: 1, as: TestCatalog.listener).map(\.name)
                == ["Otis"])
        let again = try await catalog.discovery.similarArtists(to: nina, limit: 9, as: TestCatalog.listener)
        #expect(again == similar)
        let rex = try await artist("Rex", catalog)
        #expect(try await catalog.discovery.similarArtists(to: rex, limit: 9, as: TestCatalog.listener) == [])
    }

    @Test("similar tracks are a mix without the track itself, which differs by seed")
    func tracks() async throws {
        let catalog = try await Self.make()
        let track = try #require(try await catalog.track("Nina 1-1"))
        func mix(_ target: DiscoveryTarget, _ seed: UInt64, limit: Int = 6) async throws -> [String] {
            try await catalog.discovery.similarTracks(
                to: target, limit: limit, seed: seed, as: TestCatalog.listener
            ).map(\.title)
        }
        for target in [DiscoveryTarget.track(track.id), .album(track.album), .artist(track.artists[0].id)] {
            let first = try await mix(target, 1)
            #expect(first.count == 6)
            #expect(Set(first).count == 6)
            #expect(try await mix(target, 1) == first)
            #expect(!first.contains { $0.hasPrefix("Rex") })
            var found: Set<String> = []
            for seed in 0..<30 as Range<UInt64> { found.formUnion(try await mix(target, seed)) }
            #expect(found.contains { $0.hasPrefix("Otis") } && found.contains { $0.hasPrefix("Pia") })
            #expect(found.count > 10)
            switch target {
            case .track: #expect(!found.contains("Nina 1-1") && found.contains("Nina 1-2"))
            case .album:
                #expect(!found.contains { $0.hasPrefix("Nina 1") } && found.contains { $0.hasPrefix("Nina 2") })
            case .artist, .genre, .songs, .years, .mood: #expect(found.contains { $0.hasPrefix("Nina") })
            }
            #expect(try await mix(target, 1, limit: 0) == [])
        }
    }

    @Test("top tracks are the most played, for few tracks and for many") func top() async throws {
        let catalog = try await Self.make()
        let otis = try await artist("Otis", catalog)
        func titles(_ artist: ID<Artist>, _ limit: Int) async throws -> [String] {
            try await catalog.discovery.topTracks(of: artist, limit: limit, as: TestCatalog.listener).map(\.title)
        }
        #expect(try await titles(otis, 4) == ["Otis 1-1", "Otis 2-2", "Otis 1-2", "Otis 1-3"])
        #expect(try await titles(otis, 500).count == 6)
        let great = try await catalog.database.read {
            try TopTracks(db: $0, scope: .everything, greatAbove: 2).ids(of: otis.rawValue, limit: 4)
        }
        let shown = try await catalog.service.items(for: great.map { ID($0) }, as: TestCatalog.listener).map(
            \.title)
        #expect(shown == ["Otis 1-1", "Otis 2-2", "Otis 1-2", "Otis 1-3"])
        try catalog.music.remove("Otis/Otis 1/1.flac")
        try await catalog.scan()
        #expect(try await titles(otis, 1) == ["Otis 2-2"])
        try catalog.music.write("x/1.flac", "title=Only", "artist=Nina", "composer=Cole")
        try await catalog.scan()
        let cole = try await catalog.service.artists(
            ArtistQuery(role: .composer), .first(9), as: TestCatalog.admin
        ).items
        #expect(try await titles(try #require(cole.first?.id), 9) == ["Only"])
        #expect(try await catalog.discovery.artist(named: "OTIS", as: TestCatalog.listener) == otis)
        #expect(try await catalog.discovery.artist(named: "Nobody", as: TestCatalog.listener) == nil)
    }

    @Test("text files in folders describe the folder's main artist, and the album that is alone in its folder")
    func texts() async throws {
        let catalog = try await Self.make()
        try catalog.music.write("Nina/artist.nfo", "<artist><biography>Pianist.</biography></artist>")
        try catalog.music.write("Nina/Nina 1/album.nfo", "<album><review>Her best.</review></album>")
        try catalog.music.write("Otis/Otis 1/bio.txt", "Singer.")
        try catalog.music.write("biography.txt", "Nobody's.")
        try catalog.music.write("Rex/Rex 1/1.flac", "title=A", "artist=Rex", "albumartist=Rex", "album=One")
        try catalog.music.write("Rex/Rex 1/2.flac", "title=B", "artist=Rex", "albumartist=Rex", "album=Two")
        try catalog.music.write("Rex/Rex 1/album.txt", "Which?")
        try await catalog.scan()
        for (name, text) in [("Nina", "Pianist."), ("Otis", "Singer."), ("Pia", nil), ("Rex", nil)]
            as [(String, String?)]
        {
            let info = try await catalog.discovery.info(of: artist(name, catalog), as: TestCatalog.listener)
            #expect(info.biography == text, "\(name)")
        }
        let albums = try await catalog.albums()
        for (name, text) in [("Nina 1", "Her best."), ("Nina 2", nil), ("One", nil), ("Two", nil)]
            as [(String, String?)]
        {
            let album = try #require(albums.first { $0.name == name })
            #expect(
                try await catalog.discovery.info(of: album.id, as: TestCatalog.listener).notes == text, "\(name)")
        }
        try catalog.music.remove("Nina/artist.nfo")
        try await catalog.scan()
        #expect(
            try await catalog.discovery.info(of: artist("Nina", catalog), as: TestCatalog.listener).biography
                == nil)
    }

    @Test("related items stay within the caller's libraries") func scope() async throws {
        let catalog = try await Self.make()
        try catalog.music.write("Nina/biography.txt", "Pianist.")
        let second = try MusicFolder(catalog.folder.path + "/other")
        try second.write("Zed/1.flac", "title=Zed", "artist=Zed", "albumartist=Zed", "album=Zed", "genre=Jazz")
        let other = try await catalog.libraries.add(
            name: "Other", path: Array(second.path.utf8), as: TestCatalog.admin, by: .gateway
        ).library.id
        try await catalog.scan()
        let nina = try await artist("Nina", catalog)
        let whole = try await catalog.discovery.similarArtists(to: nina, limit: 9, as: TestCatalog.listener)
        #expect(whole.map(\.name).contains("Zed"))
        let given = Principal(user: ID("x"), role: .listener, libraries: .only([catalog.library.rawValue]))
        let here = try await catalog.discovery.similarArtists(to: nina, limit: 9, as: given)
        #expect(here.map(\.name) == ["Otis", "Pia"])
        for seed in 0..<10 as Range<UInt64> {
            let mix = try await catalog.discovery.similarTracks(to: .artist(nina), limit: 20, seed: seed, as: given)
            #expect(!mix.contains { $0.title == "Zed" })
        }
        let stranger = Principal(user: ID("x"), role: .listener, libraries: .only([other.rawValue]))
        await #expect(throws: DomainError.self) { try await catalog.discovery.info(of: nina, as: stranger) }
        await #expect(throws: DomainError.self) {
            try await catalog.discovery.topTracks(of: nina, limit: 9, as: stranger)
        }
        await #expect(throws: DomainError.self) {
            try await catalog.discovery.similarTracks(to: .artist(nina), limit: 9, as: stranger)
        }
        #expect(try await catalog.discovery.artist(named: "Nina", as: stranger) == nil)
    }

    private func artist(_ name: String, _ catalog: TestCatalog) async throws -> ID<Artist> {
        try #require(try await catalog.artists().first { $0.name == name }?.id)
    }
}

extension DiscoveryService {
    fileprivate func similarArtists(
        to artist: ID<Artist>, limit: Int, as caller: Principal
    ) async throws -> [ArtistItem] {
        try await info(of: artist, similar: limit, as: caller).similar
    }
}
