import Catalog
import Primitives
import Shelf
import StoreFixtures
import Testing

@Suite("Lists by likes and ratings") struct RatedListTests {
    private let ada = ShelfFixture.ada

    private static func fixture() async throws -> ShelfFixture {
        let fixture = try await ShelfFixture()
        for (track, album) in [("t3", "a1"), ("x0", "b0"), ("t1", "a1")] {
            try await fixture.like(.track(ID(track)), fixture.subject(album))
        }
        for (id, halves) in [("t0", 4), ("t1", 10), ("t2", 7), ("x0", 8)] {
            try await fixture.rate(.track(ID(id)), halves)
        }
        try await fixture.rate(fixture.subject("a0"), 6)
        try await fixture.like(fixture.subject("p1"), fixture.subject("p0"))
        try await fixture.rate(fixture.subject("p0"), 3)
        try await fixture.like(.track(ID("t5")), as: ShelfFixture.bob)
        return fixture
    }

    @Test(
        "filter and sort tracks",
        arguments: [
            (TrackQuery.Sort.liked, ListOrder.descending, ListRestriction(), ["t1", "x0", "t3"]),
            (.liked, .ascending, ListRestriction(), ["t3", "x0", "t1"]),
            (.rating, .descending, ListRestriction(), ["t1", "x0", "t2", "t0"]),
            (.rating, .descending, ListRestriction(isLiked: true), ["t1", "x0"]),
            (.rating, .ascending, ListRestriction(minimumRating: Rating(halves: 7)), ["t2", "x0", "t1"]),
            (.title, .ascending, ListRestriction(isLiked: true), ["t1", "t3", "x0"]),
            (.title, .ascending, ListRestriction(isLiked: false), ["t0", "t2", "t4", "t5"]),
            (.title, .ascending, ListRestriction(isLiked: true, minimumRating: Rating(halves: 8)), ["t1", "x0"]),
            (.liked, .descending, ListRestriction(library: ID("l0")), ["t1", "t3"]),
            (.added, .descending, ListRestriction(minimumRating: Rating(halves: 2)), ["x0", "t2", "t1", "t0"]),
        ])
    func tracks(sort: TrackQuery.Sort, order: ListOrder, filter: ListRestriction, expected: [String]) async throws {
        let fixture = try await Self.fixture()
        let service = CatalogService(store: fixture.engine.catalog)
        let query = TrackQuery(sort: sort, order: order, filter: filter)
        #expect(try await service.tracks(query, .first(50), as: ada).items.map(\.id.rawValue) == expected)
        #expect(try await service.outline(of: query, step: 20, as: ada).total == expected.count)
        var walked: [String] = []
        var page = try await service.tracks(query, .first(1), as: ada)
        walked += page.items.map(\.id.rawValue)
        while let next = page.next {
            page = try await service.tracks(query, PageRequest(limit: 1, cursor: next), as: ada)
            walked += page.items.map(\.id.rawValue)
        }
        #expect(walked == expected)
        let cleo = try await service.tracks(query, .first(50), as: Self.withScope(ada)).items.map(\.id.rawValue)
        #expect(cleo == expected.filter { $0 != "x0" })
    }

    private static func withScope(_ caller: Principal) -> Principal {
        Principal(user: caller.user, role: caller.role, libraries: .only([Music.library]))
    }

    @Test("filter and sort albums") func albums() async throws {
        let fixture = try await Self.fixture()
        let service = CatalogService(store: fixture.engine.catalog)
        func albums(_ sort: AlbumQuery.Sort, _ filter: ListRestriction = ListRestriction()) async throws -> [String] {
            try await service.albums(AlbumQuery(sort: sort, filter: filter), .first(9), as: ada).items.map(\.name)
        }
        #expect(try await albums(.liked) == ["a1", "b0"])
        #expect(try await albums(.rating) == ["a0"])
        #expect(try await albums(.name, ListRestriction(isLiked: false)) == ["a0", "a2"])
        #expect(try await albums(.name, ListRestriction(minimumRating: Rating(halves: 6))) == ["a0"])
        #expect(try await albums(.random, ListRestriction(isLiked: true, seed: 3)).sorted() == ["a1", "b0"])
    }

    @Test("filter and sort artists, also within libraries") func artists() async throws {
        let fixture = try await Self.fixture()
        let service = CatalogService(store: fixture.engine.catalog)
        func artists(_ query: ArtistQuery, _ caller: Principal) async throws -> [String] {
            let found = try await service.artists(query, .first(9), as: caller).items.map(\.name)
            #expect(try await service.outline(of: query, step: 20, as: caller).total == found.count)
            return found
        }
        for role in [nil, ArtistRole.performer] {
            let some = Self.withScope(ada)
            #expect(try await artists(ArtistQuery(role: role, isLiked: true), ada) == ["p0", "p1"])
            #expect(try await artists(ArtistQuery(role: role, isLiked: true), some) == ["p0"])
            #expect(try await artists(ArtistQuery(role: role, isLiked: false), ada) == [])
            #expect(try await artists(ArtistQuery(order: .descending, role: role), ada) == ["p1", "p0"])
            #expect(try await artists(ArtistQuery(sort: .liked, role: role), ada) == ["p0", "p1"])
            #expect(try await artists(ArtistQuery(sort: .liked, role: role), some) == ["p0"])
            #expect(try await artists(ArtistQuery(sort: .rating, role: role), ada) == ["p0"])
            #expect(try await artists(ArtistQuery(role: role, minimumRating: Rating(halves: 3)), some) == ["p0"])
            #expect(try await artists(ArtistQuery(role: role, minimumRating: Rating(halves: 4)), ada) == [])
        }
        #expect(try await artists(ArtistQuery(role: .composer, isLiked: true), ada) == [])
    }
}
