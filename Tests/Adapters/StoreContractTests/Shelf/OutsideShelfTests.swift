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

    @Test("are entries with a copy of their picture, once for each user; a second one asks for no picture")
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

    @Test("are refused without asking for the picture where their folder is unknown")
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

    @Test("have no cover where there is no picture, or it is something else", arguments: [nil, Array("<html>".utf8)])
    func withoutCover(picture: [UInt8]?) async throws {
        let fixture = try await ShelfItemFixture()
        let item = try await fixture.item(put(fixture) { picture }).item
        #expect(item.cover == nil && item.outside == 7)
    }

    @Test("offer the library's track when it comes, and keep the comment and the rating when they are linked to it")
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

    @Test("offer no track that is on the shelf itself, and nothing for what was only typed in")
    func noArrival() async throws {
        let fixture = try await ShelfItemFixture()
        let (id, typed) = (try await put(fixture), try await fixture.entry("Days", artist: "Low"))
        try await addDays(fixture)
        #expect(try await fixture.item(typed).arrival == nil)
        try await fixture.put(tracks: ["d0"])
        #expect(try await fixture.item(id).arrival == nil)
    }

    @Test("that were wished for carry their picture, genre and length into the entry") func wished() async throws {
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
        // It is on the shelf already, where it takes what the form says.
        let present = try await put(fixture)
        let saved = try await fixture.wishes.fulfill(
            wish.id, WishFulfillment(Self.draft(comment: "Heard", folder: folder)), as: ada, from: origin)
        #expect(saved == present)
        let item = try await fixture.item(present).item
        #expect(item.comment == "Heard" && item.folder == folder && item.rating?.halves == 9 && item.cover == cover)
    }

    @Test("become an entry by their wish, with its picture") func fulfilled() async throws {
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
