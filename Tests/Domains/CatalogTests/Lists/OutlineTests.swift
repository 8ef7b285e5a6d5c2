import Catalog
import Primitives
import Testing

@testable import SQLiteStore

@Suite("The outline of a list") struct OutlineTests {
    private static let admin = TestCatalog.admin

    private func catalog() async throws -> TestCatalog {
        let catalog = try await TestCatalog()
        let names = ["Émile", "anna", "Żaba", "52nd", "Борис", "東京", "京都", "さくら", "한국", "bo", "Bea", "zoë", "(end)"]
        for (number, name) in names.enumerated() {
            for track in 0..<4 {
                try catalog.music.write(
                    "\(number)/\(track).flac", "title=\(name) \(track)", "artist=\(name)", "album=Album of \(name)",
                    "date=\(1980 + number)", "genre=Genre \(number % 2)")
            }
        }
        try await catalog.scan()
        return catalog
    }

    @Test("has a cursor for every page of tracks, in every order and with filters", arguments: TrackQuery.Sort.allCases)
    func tracks(sort: TrackQuery.Sort) async throws {
        let catalog = try await catalog()
        try await catalog.play("anna 0", times: 2)
        guard sort != .random else {
            let query = TrackQuery(sort: .random)
            await #expect(throws: DomainError.self) {
                try await catalog.service.outline(of: query, step: 20, as: Self.admin)
            }
            return
        }
        let genre = try #require(try await catalog.service.genres(as: Self.admin).first?.id)
        for order in ListOrder.allCases {
            for query in [
                TrackQuery(sort: sort, order: order), TrackQuery(sort: sort, order: order, genre: genre),
                TrackQuery(sort: sort, order: order, filter: ListRestriction(years: 1983...1990)),
            ] {
                let outline = try await catalog.service.outline(of: query, step: 20, as: TestCatalog.listener)
                let all = try await catalog.service.tracks(query, .first(500), as: TestCatalog.listener).items
                #expect(outline.total == all.count && outline.step == 20)
                #expect(outline.cursors.count == max(0, (all.count - 1) / 20))
                for (page, cursor) in outline.cursors.enumerated() {
                    let items = try await catalog.service.tracks(
                        query, PageRequest(limit: 20, cursor: cursor), as: TestCatalog.listener
                    ).items
                    #expect(items.map(\.id) == all.dropFirst((page + 1) * 20).prefix(20).map(\.id))
                }
                let isByName = [.title, .artist, .album].contains(sort)
                #expect(outline.letters.isEmpty == !isByName || all.isEmpty)
            }
        }
    }

    @Test("lists the start of each letter once, with one entry for scripts of many characters")
    func letters() async throws {
        let catalog = try await catalog()
        let artists = try await catalog.artists()
        let outline = try await catalog.service.outline(ofArtists: nil, step: 100, as: Self.admin)
        #expect(outline.total == 13 && outline.cursors.isEmpty)
        #expect(Set(outline.letters.map(\.letter)) == ["#", "A", "B", "E", "Z", "Б", "漢", "あ", "가"])
        #expect(outline.letters.map(\.index) == outline.letters.map(\.index).sorted())
        let firsts = outline.letters.map { artists[$0.index].name }
        #expect(firsts.contains("anna") && firsts.contains("Émile") && firsts.contains("Bea"))
        let albums = try await catalog.service.outline(
            of: AlbumQuery(sort: .name, order: .descending), step: 20, as: Self.admin)
        #expect(albums.letters.map(\.letter) == ["A"] && albums.total == 13)
        let performers = try await catalog.service.outline(ofArtists: .performer, step: 100, as: Self.admin)
        #expect(performers.letters == outline.letters)
        #expect(try await catalog.service.outline(ofArtists: .remixer, step: 100, as: Self.admin).total == 0)
    }

    @Test("is for users who may browse") func access() async throws {
        let catalog = try await TestCatalog()
        let nobody = Principal(user: ID("x"), role: .anonymous)
        await #expect(throws: DomainError.self) {
            try await catalog.service.outline(of: TrackQuery(), step: 20, as: nobody)
        }
        await #expect(throws: DomainError.self) {
            try await catalog.service.outline(ofArtists: nil, step: 20, as: nobody)
        }
    }
}
