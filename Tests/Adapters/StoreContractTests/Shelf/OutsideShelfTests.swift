import Catalog
import Primitives
import Shelf
import StoreFixtures
import Support
import Testing

@Suite("Outside songs on the shelf") struct OutsideShelfTests {
    private static let song = OutsideSong(
        id: 7, named: NamedTrack(title: "Days", artist: "Low", album: "Hey What", durationMilliseconds: 201_000),
        genre: "Rock")
    private let ada = ShelfFixture.ada
    private let bob = ShelfFixture.bob
    private let origin = ShelfFixture.origin

    private static func draft(
        comment: String = "", halves: Int? = nil, folder: ID<ShelfFolder>? = nil
    ) throws -> ShelfItemDraft {
        let description = try ShelfDescription(
            title: "Days", artist: "Low", genre: "Rock", durationMilliseconds: 201_000)
        return try ShelfItemDraft(
            .entry(description), comment: comment, rating: halves.flatMap { Rating(halves: $0) }, folder: folder)
    }

    @discardableResult
    private func put(
        _ fixture: ShelfItemFixture, comment: String = "", folder: ID<ShelfFolder>? = nil, as caller: Principal? = nil,
        picture: () async throws -> [UInt8]? = { ShelfFixture.picture() }
    ) async throws -> ID<ShelfItem> {
        try await fixture.shelf.add(
            Self.draft(comment: comment, halves: 9, folder: folder), ofOutside: Self.song.id, as: caller ?? ada,
            from: origin, picture: picture)
    }

    private func addDays(_ fixture: ShelfItemFixture) async throws {
        var song = Song("d0", album: "Hey What", title: "Days", artists: ["Low"])
        song.durationMilliseconds = 200_000
        try await fixture.music.add(song)
    }

    @Test("are entries with a copy of their picture, once per user; adding again fetches no picture")
    func once() async throws {
        let fixture = try await ShelfItemFixture()
        let item = try await fixture.item(put(fixture, comment: "Live")).item
        #expect(item.source == .entry && item.outside == 7 && item.cover != nil)
        #expect(item.title == "Days" && item.genre == "Rock" && item.comment == "Live" && item.rating?.halves == 9)
        await #expect(throws: DomainError.alreadyOnShelf) {
            try await put(fixture) {
                Issue.record("The picture was asked for")
                return nil
            }
        }
        try await put(fixture, as: bob)
        #expect(try await fixture.titles() == ["Days"])
        #expect(try await fixture.titles(as: bob) == ["Days"])
        await #expect(throws: DomainError.noShelfItem) { try await fixture.item(item.id, as: bob) }
    }

    @Test("in an unknown folder are refused before the picture is fetched")
    func unknownFolder() async throws {
        let fixture = try await ShelfItemFixture()
        await #expect(throws: DomainError.unknownFolder) {
            try await put(fixture, folder: ID("nowhere")) {
                Issue.record("The picture was asked for")
                return nil
            }
        }
        #expect(try await fixture.titles() == [])
    }

    @Test("have no cover where the picture is missing or invalid", arguments: [nil, Array("<html>".utf8)])
    func withoutCover(picture: [UInt8]?) async throws {
        let fixture = try await ShelfItemFixture()
        let item = try await fixture.item(put(fixture) { picture }).item
        #expect(item.cover == nil && item.outside == 7)
    }

    @Test("suggest the library's track when it is added, and keep comment and rating when linked")
    func arrival() async throws {
        let fixture = try await ShelfItemFixture()
        let id = try await put(fixture, comment: "Live")
        #expect(try await fixture.item(id).arrival == nil)
        try await addDays(fixture)
        #expect(try await fixture.item(id).arrival?.id == ID("d0"))
        let blind = Principal(user: ada.user, role: .listener, libraries: .only([]))
        #expect(try await fixture.item(id, as: blind).arrival == nil)
        try await fixture.shelf.link(id, to: .track(ID("d0")), as: ada, from: origin)
        let linked = try await fixture.item(id)
        #expect(linked.item.source == .track(ID("d0")) && linked.arrival == nil)
        #expect(linked.item.comment == "Live" && linked.item.rating?.halves == 9)
        await #expect(throws: DomainError.alreadyOnShelf) { try await put(fixture) }
    }

    @Test("suggest no track that is already on the shelf, and manual entries suggest none")
    func noArrival() async throws {
        let fixture = try await ShelfItemFixture()
        let (id, typed) = (try await put(fixture), try await fixture.entry("Days", artist: "Low"))
        try await addDays(fixture)
        #expect(try await fixture.item(typed).arrival == nil)
        try await fixture.put(tracks: ["d0"])
        #expect(try await fixture.item(id).arrival == nil)
    }

    @Test("from a wish keep its picture, genre and length in the entry") func wished() async throws {
        let fixture = try await ShelfItemFixture()
        let songs = ImportedSongService(
            store: fixture.engine.importedSongs, playlists: fixture.engine.playlists, wishes: fixture.wishes,
            catalog: fixture.engine.catalog, clock: fixture.base.clock)
        _ = try await songs.wish(for: Self.song, as: ada, from: origin) { ShelfFixture.picture() }
        let page = try await fixture.wishes.wishes(WishQuery(), PageRequest(), as: ada)
        let wish = try #require(page.items.first).wish
        #expect(wish.song == WishedSong(outside: 7, genre: "Rock", durationMilliseconds: 201_000))
        let cover = try #require(wish.cover)
        let folder = try await fixture.folder("Later")
        // The song is already on the shelf, and takes the form's values.
        let present = try await put(fixture)
        let saved = try await fixture.wishes.fulfill(
            wish.id, WishFulfillment(Self.draft(comment: "Heard", folder: folder)), as: ada, from: origin)
        #expect(saved == present)
        let item = try await fixture.item(present).item
        #expect(item.comment == "Heard" && item.folder == folder && item.rating?.halves == 9 && item.cover == cover)
    }

    @Test("become an entry through their wish, with its picture") func fulfilled() async throws {
        let fixture = try await ShelfItemFixture()
        let draft = try WishDraft(title: "Days", artist: "Low", song: WishedSong(outside: 7))
        let outcome = try await fixture.wishes.create(draft, as: ada, from: origin) { ShelfFixture.picture() }
        guard case .made(let wish) = outcome else {
            Issue.record("No wish was made")
            return
        }
        let saved = try await fixture.wishes.fulfill(
            wish.id, WishFulfillment(Self.draft()), as: ada, from: origin)
        let item = try await fixture.item(#require(saved)).item
        #expect(item.outside == 7 && item.cover == wish.cover && item.cover != nil)
    }
}
