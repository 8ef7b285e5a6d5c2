import Catalog
import Primitives
import SQLiteStore
import Testing

@Suite("Lists, narrowed down") struct FilterTests {
    private static let bo = TestCatalogue.listener

    /// Eight tracks of two albums: of 1991, and of 2011 after an original of 1985.
    private static func catalogue() async throws -> TestCatalogue {
        let catalogue = try await TestCatalogue()
        for number in 1...4 {
            try catalogue.music.write(
                "old/\(number).flac", "title=Old \(number)", "artist=Nina", "album=Old", "date=1991", "genre=Rock")
            try catalogue.music.write(
                "new/\(number).flac", "title=New \(number)", "artist=Otis", "album=New", "date=2011",
                "originaldate=1985", "genre=Rock")
        }
        try await catalogue.scan()
        return catalogue
    }

    private static func titles(
        _ catalogue: TestCatalogue, sort: TrackQuery.Sort = .title, order: ListOrder = .ascending,
        _ filter: ListRestriction = ListRestriction()
    ) async throws -> [String] {
        let query = TrackQuery(sort: sort, order: order, filter: filter)
        return try await catalogue.catalog.tracks(query, .first(50), as: bo).items.map(\.title)
    }

    private static func albums(
        _ catalogue: TestCatalogue, sort: AlbumQuery.Sort = .name, order: ListOrder = .ascending,
        _ filter: ListRestriction = ListRestriction()
    ) async throws -> [String] {
        let query = AlbumQuery(sort: sort, order: order, filter: filter)
        return try await catalogue.catalog.albums(query, .first(50), as: bo).items.map(\.name)
    }

    @Test("by the year in which they were first issued") func years() async throws {
        let catalogue = try await Self.catalogue()
        let eighties = ListRestriction(years: 1980...1989)
        #expect(try await Self.titles(catalogue, eighties) == ["New 1", "New 2", "New 3", "New 4"])
        #expect(try await Self.albums(catalogue, eighties) == ["New"])
        #expect(try await Self.albums(catalogue, ListRestriction(years: 2011...2011)) == [])
        #expect(try await Self.albums(catalogue, ListRestriction(years: 1...9999)) == ["New", "Old"])
        #expect(try await Self.titles(catalogue, sort: .year).prefix(4).allSatisfy { $0.hasPrefix("New") })
        #expect(
            try await Self.titles(catalogue, sort: .year, order: .descending).prefix(4).allSatisfy {
                $0.hasPrefix("Old")
            })
    }

    @Test("by the year that each of them shows, which finds it") func shownYears() async throws {
        let catalogue = try await Self.catalogue()
        for track in try await catalogue.catalog.tracks(TrackQuery(), .first(50), as: Self.bo).items {
            let year = try #require(track.year)
            #expect(try await Self.titles(catalogue, ListRestriction(years: year...year)).contains(track.title))
        }
        for album in try await catalogue.albums() {
            let year = try #require(album.year)
            #expect(try await Self.albums(catalogue, ListRestriction(years: year...year)) == [album.name])
        }
        // A year that is set to that of the release, which is not what is shown, is a correction like any other.
        let track = try #require(try await catalogue.track("New 1"))
        #expect(track.year == 1985)
        try await catalogue.edit(track.id) { $0.year = .set(2011) }
        #expect(try await catalogue.track("New 1")?.year == 2011)
        #expect(try await Self.titles(catalogue, ListRestriction(years: 2011...2011)) == ["New 1"])
    }

    @Test("by library") func libraries() async throws {
        let catalogue = try await Self.catalogue()
        #expect(try await Self.titles(catalogue, ListRestriction(library: catalogue.library)).count == 8)
        #expect(try await Self.titles(catalogue, ListRestriction(library: ID("other"))) == [])
        #expect(try await Self.albums(catalogue, ListRestriction(library: catalogue.library)).count == 2)
        #expect(try await Self.albums(catalogue, ListRestriction(library: ID("other"))) == [])
    }

    @Test("by what the caller has played, and how often and when") func played() async throws {
        let catalogue = try await Self.catalogue()
        try await catalogue.play("Old 2", times: 1, last: 30)
        try await catalogue.play("New 3", times: 5, last: 20)
        try await catalogue.play("Old 1", times: 2, last: 10)
        #expect(try await Self.titles(catalogue, ListRestriction(isPlayed: true)) == ["New 3", "Old 1", "Old 2"])
        #expect(try await Self.titles(catalogue, ListRestriction(isPlayed: false)).count == 5)
        #expect(try await Self.titles(catalogue, sort: .played, order: .descending) == ["Old 2", "New 3", "Old 1"])
        #expect(try await Self.titles(catalogue, sort: .plays, order: .descending) == ["New 3", "Old 1", "Old 2"])
        #expect(
            try await Self.titles(catalogue, sort: .plays, order: .descending, ListRestriction(years: 1991...1991))
                == ["Old 1", "Old 2"])
        #expect(try await Self.albums(catalogue, sort: .played, order: .descending) == ["Old", "New"])
        #expect(try await Self.albums(catalogue, sort: .plays, order: .descending) == ["New", "Old"])
        #expect(try await Self.albums(catalogue, ListRestriction(isPlayed: false)) == [])
        let ada = TestCatalogue.admin
        let hers = try await catalogue.catalog.tracks(TrackQuery(sort: .played), .first(50), as: ada)
        #expect(hers.items == [])
        #expect(try await catalogue.faults() == [])
    }

    @Test("an album takes its plays along when it is tagged anew, and gives them back to none") func moved()
        async throws
    {
        let catalogue = try await Self.catalogue()
        try await catalogue.play("Old 1", times: 2)
        try await catalogue.play("Old 2", times: 3)
        try catalogue.music.write("old/1.flac", "title=Old 1", "artist=Otis", "album=Other", "date=1991")
        try await catalogue.scan()
        #expect(try await Self.albums(catalogue, sort: .plays, order: .descending) == ["Old", "Other"])
        #expect(try await catalogue.faults() == [])
        let artists = try await catalogue.contents().filter { $0.contains("artist plays") }
        #expect(artists.count == 2 && artists.contains { $0.contains("Otis") && $0.contains("2") }, "\(artists)")
        try catalogue.music.remove("old/2.flac")
        try await catalogue.scan()
        #expect(try await catalogue.faults() == [])
    }

    @Test("in a random order that a seed chooses, however it is found") func random() async throws {
        let catalogue = try await Self.catalogue()
        func walk(_ query: TrackQuery, by limit: Int) async throws -> [String] {
            var titles: [String] = []
            var cursor: Cursor?
            repeat {
                let page = try await catalogue.store.tracks(query, PageRequest(limit: limit, cursor: cursor))
                titles += page.items.map(\.title)
                cursor = try page.next.map { try Cursor(text: $0.text) }
            } while cursor != nil
            return titles
        }
        func query(_ seed: Int64?, artist: ID<Artist>? = nil) -> TrackQuery {
            TrackQuery(sort: .random, artist: artist, filter: ListRestriction(seed: seed))
        }
        var orders: Set<[String]> = []
        for seed in Int64(0)..<10 {
            let whole = try await walk(query(seed), by: 50)
            #expect(whole.sorted() == (try await catalogue.titles().sorted()))
            #expect(try await walk(query(seed), by: 3) == whole)
            orders.insert(whole)
            let nina = try #require(try await catalogue.artists().first { $0.name == "Nina" }?.id)
            #expect(try await walk(query(seed, artist: nina), by: 1) == whole.filter { $0.hasPrefix("Old") })
        }
        #expect(orders.count == 10)
        // Without a seed each first page is a new order, whose cursor keeps to it.
        #expect(Set(try await walk(query(nil), by: 2)).count == 8)
    }

    @Test("a cursor of a random order that was made up asks for nothing that is not there") func forgedCursor()
        async throws
    {
        let catalogue = try await Self.catalogue()
        for values in [[Int64.max, Int64.max, Int64.max], [-1, -1, -1], [0, .max, .min], [0, 0, 0], [.min, 9, 3]] {
            let cursor = Cursor(list: "tracks.random", values: values.map { .integer($0) })
            let page = try await catalogue.store.tracks(
                TrackQuery(sort: .random), PageRequest(limit: 5, cursor: cursor))
            #expect(page.items.count <= 5)
        }
    }
}
