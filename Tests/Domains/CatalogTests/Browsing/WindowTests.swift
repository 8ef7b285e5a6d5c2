import Catalog
import Primitives
import Testing

@testable import SQLiteStore

@Suite("A list by position") struct WindowTests {
    @Test("equals the list by pages, in every order and with every filter") func windows() async throws {
        let catalog = try await TestCatalog()
        for number in 0..<23 {
            try catalog.music.write(
                "\(number)/\(number).flac", "title=T\(number % 7)", "album=A\(number % 11)", "artist=P\(number % 5)",
                "date=\(1990 + number % 3)", "genre=G\(number % 2)")
        }
        try await catalog.scan()
        let browsing = CatalogSyncService(store: SQLiteCatalogSyncStore(catalog.database))
        let genre = try #require(try await browsing.genre(named: "g1", as: TestCatalog.admin))
        for order in ListOrder.allCases {
            for sort in [TrackQuery.Sort.title, .added, .artist, .album, .duration, .year] {
                for chosen in [nil, genre] {
                    let query = TrackQuery(sort: sort, order: order, genre: chosen)
                    let whole = try await catalog.service.tracks(query, .first(100), as: TestCatalog.admin)
                    var found: [ID<Track>] = []
                    for offset in stride(from: 0, to: 30, by: 4) {
                        let window = try ListWindow(offset: offset, count: 4)
                        found += try await browsing.tracks(query, window, as: TestCatalog.admin).map(\.item.id)
                    }
                    #expect(found == whole.items.map(\.id), "\(sort) \(order)")
                }
            }
        }
        var query = AlbumQuery(sort: .random)
        query.filter.seed = 7
        let whole = try await catalog.service.albums(query, .first(100), as: TestCatalog.admin).items.map(\.id)
        var found: [ID<Album>] = []
        for offset in stride(from: 0, to: whole.count + 3, by: 3) {
            let window = try ListWindow(offset: offset, count: 3)
            found += try await browsing.albums(query, window, as: TestCatalog.admin).map(\.item.id)
        }
        #expect(found == whole)
        let names = try await browsing.artists(role: nil, ListWindow(offset: 1, count: 3), as: TestCatalog.listener)
        #expect(names.map(\.item.name) == ["P1", "P2", "P3"])
    }

    @Test("rejects negative positions") func negative() {
        #expect(throws: DomainError.self) { try ListWindow(offset: -1, count: 1) }
        #expect(throws: DomainError.self) { try ListWindow(count: -1) }
    }
}
