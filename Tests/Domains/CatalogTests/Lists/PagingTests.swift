import Catalog
import Primitives
import SQLiteStore
import Testing

@Suite("Paged lists") struct PagingTests {
    private static func catalog() async throws -> TestCatalog {
        let catalog = try await TestCatalog()
        for number in 0..<120 {
            try catalog.music.write(
                "\(number % 13)/\(number).flac", "title=Song \(number % 7)", "artist=Artist \(number % 5)",
                "composer=Composer \(number % 11)", "album=Album \(number % 13 % 4)", "genre=Genre \(number % 3)",
                "duration=\(1000 * (number % 9))", "date=\(1990 + number % 13 % 3)", "track=\(number % 6)")
        }
        try await catalog.scan()
        return catalog
    }

    private static func walk<Item: Sendable>(
        _ limit: Int, _ page: (PageRequest) async throws -> Page<Item>
    ) async throws -> [Item] {
        var items: [Item] = []
        var cursor: Cursor?
        repeat {
            let page = try await page(PageRequest(limit: limit, cursor: cursor))
            items += page.items
            cursor = try page.next.map { try Cursor(text: $0.text) }
        } while cursor != nil
        return items
    }

    @Test("all pages of tracks together are the whole list, in every order and with every filter") func tracks()
        async throws
    {
        let catalog = try await Self.catalog()
        let store = catalog.store
        let album = try #require(try await catalog.albums().first?.id)
        let artist = try #require(try await catalog.artists().first?.id)
        let genre = try #require(try await store.genres(in: .everything).first?.id)
        for sort in TrackQuery.Sort.allCases {
            for order in ListOrder.allCases {
                var filters = [
                    TrackQuery(sort: sort, order: order), TrackQuery(sort: sort, order: order, album: album),
                    TrackQuery(sort: sort, order: order, artist: artist),
                    TrackQuery(sort: sort, order: order, genre: genre),
                    TrackQuery(sort: sort, order: order, album: album, artist: artist, genre: genre),
                    TrackQuery(sort: sort, order: order, artist: artist, genre: genre),
                ]
                for index in filters.indices { filters[index].filter = ListRestriction(seed: 11) }
                for query in filters {
                    let whole = try await store.tracks(query, .first(500)).items.map(\.id)
                    let walked = try await Self.walk(7) { try await store.tracks(query, $0) }.map(\.id)
                    #expect(walked == whole)
                    #expect(Set(walked).count == walked.count)
                }
            }
        }
        #expect(try await store.tracks(TrackQuery(), .first(500)).items.count == 120)
        #expect(try await store.tracks(TrackQuery(artist: artist), .first(500)).items.count == 24)
        #expect(try await store.tracks(TrackQuery(genre: genre), .first(500)).items.count == 40)
        let up = try await store.tracks(TrackQuery(sort: .album), .first(500)).items.map(\.id)
        let down = try await store.tracks(TrackQuery(sort: .album, order: .descending), .first(500)).items.map(\.id)
        #expect(up == down.reversed())
    }

    @Test("all pages of albums together are the whole list, in every order and with every filter") func albums()
        async throws
    {
        let catalog = try await Self.catalog()
        let store = catalog.store
        let artist = try #require(try await catalog.albums().first?.artists.first?.id)
        let genre = try #require(try await store.genres(in: .everything).first?.id)
        for sort in AlbumQuery.Sort.allCases {
            for order in ListOrder.allCases {
                let seeded = ListRestriction(seed: 11)
                for query in [
                    AlbumQuery(sort: sort, order: order, filter: seeded),
                    AlbumQuery(sort: sort, order: order, artist: artist, filter: seeded),
                    AlbumQuery(sort: sort, order: order, genre: genre, filter: seeded),
                ] {
                    let whole = try await store.albums(query, .first(500)).items.map(\.id)
                    #expect(try await Self.walk(3) { try await store.albums(query, $0) }.map(\.id) == whole)
                }
            }
        }
        #expect(try await store.albums(AlbumQuery(), .first(500)).items.count == 13)
    }

    @Test("all pages of artists together are the whole list, for every role") func artists() async throws {
        let catalog = try await Self.catalog()
        for role in [nil] + ArtistRole.allCases.map(Optional.some) {
            let whole = try await catalog.store.artists(role: role, in: .everything, .first(500)).items.map(\.id)
            let walked = try await Self.walk(2) { try await catalog.store.artists(role: role, in: .everything, $0) }
                .map(\.id)
            #expect(walked == whole)
        }
        #expect(try await catalog.store.artists(role: .composer, in: .everything, .first(500)).items.count == 11)
    }

    @Test("a page continues where the last one ended, even if tracks were added or removed")
    func stability() async throws {
        let catalog = try await Self.catalog()
        let before = try await catalog.store.tracks(TrackQuery(), .first(500)).items.map(\.id)
        let first = try await catalog.store.tracks(TrackQuery(), .first(50))
        try catalog.music.write("new/1.flac", "title=Aaa", "artist=New")
        try catalog.music.remove("0")
        try await catalog.scan()
        var rest: [ID<Track>] = []
        var cursor = first.next
        while let next = cursor {
            let page = try await catalog.store.tracks(TrackQuery(), PageRequest(limit: 20, cursor: next))
            rest += page.items.map(\.id)
            cursor = page.next
        }
        let still = Set(try await catalog.store.tracks(TrackQuery(), .first(500)).items.map(\.id))
        #expect(rest == before.dropFirst(50).filter(still.contains))
    }

    @Test("a cursor of another order is refused") func foreignCursor() async throws {
        let catalog = try await Self.catalog()
        let cursor = try await catalog.store.tracks(TrackQuery(), .first(5)).next
        await #expect(throws: DomainError.self) {
            try await catalog.store.tracks(
                TrackQuery(sort: .added), PageRequest(limit: 5, cursor: cursor))
        }
        await #expect(throws: DomainError.self) {
            try await catalog.store.tracks(
                TrackQuery(),
                PageRequest(
                    limit: 5, cursor: Cursor(list: "tracks.title.asc", values: [.integer(1), .text("x")])))
        }
    }

    @Test("items come in the requested order") func items() async throws {
        let catalog = try await Self.catalog()
        let ids = try await catalog.store.tracks(TrackQuery(), .first(3)).items.map(\.id)
        let asked = [ids[2], ID("none"), ids[0], ids[2], ID("\"],[")]
        #expect(try await catalog.store.items(for: asked, in: .everything).map(\.id) == [ids[2], ids[0], ids[2]])
    }
}
