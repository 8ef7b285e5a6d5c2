import Catalog
import Journal
import Listening
import Primitives
import Support
import Testing

@testable import SQLiteStore

@Suite("From one thing to others") struct DiscoveryTests {
    /// Nina and Otis share listeners, Nina and Pia a genre; Rex shares neither with anybody.
    private static func make() async throws -> TestCatalogue {
        let catalogue = try await TestCatalogue()
        for (artist, genre) in [("Nina", "Jazz"), ("Otis", "Soul"), ("Pia", "Jazz"), ("Rex", "Rock")] {
            for album in 1...2 {
                for number in 1...3 {
                    try catalogue.music.write(
                        "\(artist)/\(artist) \(album)/\(number).flac", "title=\(artist) \(album)-\(number)",
                        "artist=\(artist)",
                        "albumartist=\(artist)", "album=\(artist) \(album)", "genre=\(genre)", "track=\(number)")
                }
            }
        }
        try await catalogue.scan()
        for (person, plays) in [
            ("ada", ["Nina 1-1": 9, "Otis 1-1": 5, "Otis 2-2": 4]), ("bo", ["Nina 1-2": 4, "Otis 1-1": 2]),
            ("cy", ["Rex 1-1": 50]),
        ] {
            for (title, times) in plays { try await catalogue.play(title, times: times, by: person) }
        }
        return catalogue
    }

    @Test("artists are alike by who hears them, then by genre") func artists() async throws {
        let catalogue = try await Self.make()
        let nina = try await artist("Nina", catalogue)
        let similar = try await catalogue.discovery.similarArtists(to: nina, limit: 9, as: TestCatalogue.listener)
        #expect(similar.map(\.name) == ["Otis", "Pia"])
        #expect(
            try await catalogue.discovery.similarArtists(to: nina, limit: 1, as: TestCatalogue.listener).map(\.name)
                == ["Otis"])
        let again = try await catalogue.discovery.similarArtists(to: nina, limit: 9, as: TestCatalogue.listener)
        #expect(again == similar)
        let rex = try await artist("Rex", catalogue)
        #expect(try await catalogue.discovery.similarArtists(to: rex, limit: 9, as: TestCatalogue.listener) == [])
    }

    @Test("tracks are a mix of what is alike, never the thing itself, and another for another seed") func tracks()
        async throws
    {
        let catalogue = try await Self.make()
        let track = try #require(try await catalogue.track("Nina 1-1"))
        func mix(_ target: DiscoveryTarget, _ seed: UInt64, limit: Int = 6) async throws -> [String] {
            try await catalogue.discovery.similarTracks(
                to: target, limit: limit, seed: seed, as: TestCatalogue.listener
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
            case .artist: #expect(found.contains { $0.hasPrefix("Nina") })
            }
            #expect(try await mix(target, 1, limit: 0) == [])
        }
    }

    @Test("top tracks are what everybody plays, of few tracks and of many alike") func top() async throws {
        let catalogue = try await Self.make()
        let otis = try await artist("Otis", catalogue)
        func titles(_ artist: ID<Artist>, _ limit: Int) async throws -> [String] {
            try await catalogue.discovery.topTracks(of: artist, limit: limit, as: TestCatalogue.listener).map(\.title)
        }
        #expect(try await titles(otis, 4) == ["Otis 1-1", "Otis 2-2", "Otis 1-2", "Otis 1-3"])
        #expect(try await titles(otis, 500).count == 6)
        let great = try await catalogue.database.read {
            try TopTracks($0, .everything, greatAbove: 2).ids(of: otis.rawValue, limit: 4)
        }
        let shown = try await catalogue.catalog.items(for: great.map { ID($0) }, as: TestCatalogue.listener).map(
            \.title)
        #expect(shown == ["Otis 1-1", "Otis 2-2", "Otis 1-2", "Otis 1-3"])
        try catalogue.music.remove("Otis/Otis 1/1.flac")
        try await catalogue.scan()
        #expect(try await titles(otis, 1) == ["Otis 2-2"])
        try catalogue.music.write("x/1.flac", "title=Only", "artist=Nina", "composer=Cole")
        try await catalogue.scan()
        let cole = try await catalogue.catalog.artists(role: .composer, .first(9), as: TestCatalogue.admin).items
        #expect(try await titles(try #require(cole.first?.id), 9) == ["Only"])
        #expect(try await catalogue.discovery.artist(named: "OTIS", as: TestCatalogue.listener) == otis)
        #expect(try await catalogue.discovery.artist(named: "Nobody", as: TestCatalogue.listener) == nil)
    }

    @Test("texts in folders tell about whom most of the folder is, and about the album that is alone in its own")
    func texts() async throws {
        let catalogue = try await Self.make()
        try catalogue.music.write("Nina/artist.nfo", "<artist><biography>Pianist.</biography></artist>")
        try catalogue.music.write("Nina/Nina 1/album.nfo", "<album><review>Her best.</review></album>")
        try catalogue.music.write("Otis/Otis 1/bio.txt", "Singer.")
        try catalogue.music.write("biography.txt", "Nobody's.")
        try catalogue.music.write("Rex/Rex 1/1.flac", "title=A", "artist=Rex", "albumartist=Rex", "album=One")
        try catalogue.music.write("Rex/Rex 1/2.flac", "title=B", "artist=Rex", "albumartist=Rex", "album=Two")
        try catalogue.music.write("Rex/Rex 1/album.txt", "Which?")
        try await catalogue.scan()
        for (name, text) in [("Nina", "Pianist."), ("Otis", "Singer."), ("Pia", nil), ("Rex", nil)]
            as [(String, String?)]
        {
            let info = try await catalogue.discovery.info(of: artist(name, catalogue), as: TestCatalogue.listener)
            #expect(info.biography == text, "\(name)")
        }
        let albums = try await catalogue.albums()
        for (name, text) in [("Nina 1", "Her best."), ("Nina 2", nil), ("One", nil), ("Two", nil)]
            as [(String, String?)]
        {
            let album = try #require(albums.first { $0.name == name })
            #expect(
                try await catalogue.discovery.info(of: album.id, as: TestCatalogue.listener).notes == text, "\(name)")
        }
        try catalogue.music.remove("Nina/artist.nfo")
        try await catalogue.scan()
        #expect(
            try await catalogue.discovery.info(of: artist("Nina", catalogue), as: TestCatalogue.listener).biography
                == nil)
    }

    @Test("nothing leads into a library that was not given") func scope() async throws {
        let catalogue = try await Self.make()
        try catalogue.music.write("Nina/biography.txt", "Pianist.")
        let second = try MusicFolder(catalogue.folder.path + "/other")
        try second.write("Zed/1.flac", "title=Zed", "artist=Zed", "albumartist=Zed", "album=Zed", "genre=Jazz")
        let other = try await catalogue.libraries.add(
            name: "Other", path: Array(second.path.utf8), as: TestCatalogue.admin, by: .gateway
        ).library.id
        try await catalogue.scan()
        let nina = try await artist("Nina", catalogue)
        let whole = try await catalogue.discovery.similarArtists(to: nina, limit: 9, as: TestCatalogue.listener)
        #expect(whole.map(\.name).contains("Zed"))
        let given = Principal(user: ID("x"), role: .listener, libraries: .only([catalogue.library.rawValue]))
        let here = try await catalogue.discovery.similarArtists(to: nina, limit: 9, as: given)
        #expect(here.map(\.name) == ["Otis", "Pia"])
        for seed in 0..<10 as Range<UInt64> {
            let mix = try await catalogue.discovery.similarTracks(to: .artist(nina), limit: 20, seed: seed, as: given)
            #expect(!mix.contains { $0.title == "Zed" })
        }
        let stranger = Principal(user: ID("x"), role: .listener, libraries: .only([other.rawValue]))
        await #expect(throws: DomainError.self) { try await catalogue.discovery.info(of: nina, as: stranger) }
        await #expect(throws: DomainError.self) {
            try await catalogue.discovery.topTracks(of: nina, limit: 9, as: stranger)
        }
        await #expect(throws: DomainError.self) {
            try await catalogue.discovery.similarTracks(to: .artist(nina), limit: 9, as: stranger)
        }
        #expect(try await catalogue.discovery.artist(named: "Nina", as: stranger) == nil)
    }

    private func artist(_ name: String, _ catalogue: TestCatalogue) async throws -> ID<Artist> {
        try #require(try await catalogue.artists().first { $0.name == name }?.id)
    }
}
