import Catalog
import Primitives
import SQLiteStore
import Testing

@Suite("Filtered lists") struct FilterTests {
    private static let bo = TestCatalog.listener

    /// Eight tracks of two albums, one of 1991, and one of 2011 first issued in 1985.
    private static func catalog() async throws -> TestCatalog {
        let catalog = try await TestCatalog()
        for number in 1...4 {
            try catalog.music.write(
                "old/\(number).flac", "title=Old \(number)", "artist=Nina", "album=Old", "date=1991", "genre=Rock")
            try catalog.music.write(
                "new/\(number).flac", "title=New \(number)", "artist=Otis", "album=New", "date=2011",
                "originaldate=1985", "genre=Rock")
        }
        try await catalog.scan()
        return catalog
    }

    private static func titles(
        _ catalog: TestCatalog, sort: TrackQuery.Sort = .title, order: ListOrder = .ascending,
        _ filter: ListRestriction = ListRestriction()
    ) async throws -> [String] {
        let query = TrackQuery(sort: sort, order: order, filter: filter)
        return try await catalog.service.tracks(query, .first(50), as: bo).items.map(\.title)
    }

    private static func albums(
        _ catalog: TestCatalog, sort: AlbumQuery.Sort = .name, order: ListOrder = .ascending,
        _ filter: ListRestriction = ListRestriction()
    ) async throws -> [String] {
        let query = AlbumQuery(sort: sort, order: order, filter: filter)
        return try await catalog.service.albums(query, .first(50), as: bo).items.map(\.name)
    }

    @Test("by the year of the first release") func years() async throws {
        let catalog = try await Self.catalog()
        let eighties = ListRestriction(years: 1980...1989)
        #expect(try await Self.titles(catalog, eighties) == ["New 1", "New 2", "New 3", "New 4"])
        #expect(try await Self.albums(catalog, eighties) == ["New"])
        #expect(try await Self.albums(catalog, ListRestriction(years: 2011...2011)) == [])
        #expect(try await Self.albums(catalog, ListRestriction(years: 1...9999)) == ["New", "Old"])
        #expect(try await Self.titles(catalog, sort: .year).prefix(4).allSatisfy { $0.hasPrefix("New") })
        #expect(
            try await Self.titles(catalog, sort: .year, order: .descending).prefix(4).allSatisfy {
                $0.hasPrefix("Old")
            })
    }

    @Test("by the year that each item shows") func shownYears() async throws {
        let catalog = try await Self.catalog()
        for track in try await catalog.service.tracks(TrackQuery(), .first(50), as: Self.bo).items {
            let year = try #require(track.year)
            #expect(try await Self.titles(catalog, ListRestriction(years: year...year)).contains(track.title))
        }
        for album in try await catalog.albums() {
            let year = try #require(album.year)
            #expect(try await Self.albums(catalog, ListRestriction(years: year...year)) == [album.name])
        }
        // Setting the year to that of the release, which is not shown, is a correction like any other.
        let track = try #require(try await catalog.track("New 1"))
        #expect(track.year == 1985)
        try await catalog.edit(track.id) { $0.year = .set(2011) }
        #expect(try await catalog.track("New 1")?.year == 2011)
        #expect(try await Self.titles(catalog, ListRestriction(years: 2011...2011)) == ["New 1"])
    }

    @Test("by library") func libraries() async throws {
        let catalog = try await Self.catalog()
        #expect(try await Self.titles(catalog, ListRestriction(library: catalog.library)).count == 8)
        #expect(try await Self.titles(catalog, ListRestriction(library: ID("other"))) == [])
        #expect(try await Self.albums(catalog, ListRestriction(library: catalog.library)).count == 2)
        #expect(try await Self.albums(catalog, ListRestriction(library: ID("other"))) == [])
    }

    @Test("by the caller's plays, their number and time") func played() async throws {
        let catalog = try await Self.catalog()
        try await catalog.play("Old 2", times: 1, last: 30)
        try await catalog.play("New 3", times: 5, last: 20)
        try await catalog.play("Old 1", times: 2, last: 10)
        #expect(try await Self.titles(catalog, ListRestriction(isPlayed: true)) == ["New 3", "Old 1", "Old 2"])
        #expect(try await Self.titles(catalog, ListRestriction(isPlayed: false)).count == 5)
        #expect(try await Self.titles(catalog, sort: .played, order: .descending) == ["Old 2", "New 3", "Old 1"])
        #expect(try await Self.titles(catalog, sort: .plays, order: .descending) == ["New 3", "Old 1", "Old 2"])
        #expect(
            try await Self.titles(catalog, sort: .plays, order: .descending, ListRestriction(years: 1991...1991))
                == ["Old 1", "Old 2"])
        #expect(try await Self.albums(catalog, sort: .played, order: .descending) == ["Old", "New"])
        #expect(try await Self.albums(catalog, sort: .plays, order: .descending) == ["New", "Old"])
        #expect(try await Self.albums(catalog, ListRestriction(isPlayed: false)) == [])
        let ada = TestCatalog.admin
        let hers = try await catalog.service.tracks(TrackQuery(sort: .played), .first(50), as: ada)
        #expect(hers.items == [])
        #expect(try await catalog.faults() == [])
    }

    @Test("a retagged album takes its plays along, and keeps them when it changes back")
    func moved() async throws {
        let catalog = try await Self.catalog()
        try await catalog.play("Old 1", times: 2)
        try await catalog.play("Old 2", times: 3)
        try catalog.music.write("old/1.flac", "title=Old 1", "artist=Otis", "album=Other", "date=1991")
        try await catalog.scan()
        #expect(try await Self.albums(catalog, sort: .plays, order: .descending) == ["Old", "Other"])
        #expect(try await catalog.faults() == [])
        let artists = try await catalog.contents().filter { $0.contains("artist plays") }
        #expect(artists.count == 2 && artists.contains { $0.contains("Otis") && $0.contains("2") }, "\(artists)")
        try catalog.music.remove("old/2.flac")
        try await catalog.scan()
        #expect(try await catalog.faults() == [])
    }

    @Test("in a random order that a seed determines, with any query plan") func random() async throws {
        let catalog = try await Self.catalog()
        func walk(_ query: TrackQuery, by limit: Int) async throws -> [String] {
            var titles: [String] = []
            var cursor: Cursor?
            repeat {
                let page = try await catalog.store.tracks(query, PageRequest(limit: limit, cursor: cursor))
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
            #expect(whole.sorted() == (try await catalog.titles().sorted()))
            #expect(try await walk(query(seed), by: 3) == whole)
            orders.insert(whole)
            let nina = try #require(try await catalog.artists().first { $0.name == "Nina" }?.id)
            #expect(try await walk(query(seed, artist: nina), by: 1) == whole.filter { $0.hasPrefix("Old") })
        }
        #expect(orders.count == 10)
        // Without a seed each first page is in a new order, which its cursor continues.
        #expect(Set(try await walk(query(nil), by: 2)).count == 8)
    }

    @Test("a forged cursor of a random order returns no missing items")
    func forgedCursor() async throws {
        let catalog = try await Self.catalog()
        for values in [[Int64.max, Int64.max, Int64.max], [-1, -1, -1], [0, .max, .min], [0, 0, 0], [.min, 9, 3]] {
            let cursor = Cursor(list: "tracks.random", values: values.map { .integer($0) })
            let page = try await catalog.store.tracks(
                TrackQuery(sort: .random), PageRequest(limit: 5, cursor: cursor))
            #expect(page.items.count <= 5)
        }
    }
}
