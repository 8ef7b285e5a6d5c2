import Catalog
import Primitives
import Shelf
import StoreFixtures
import Testing

@Suite("A shelf") struct ShelfItemTests {
    private let ada = ShelfFixture.ada
    private let bob = ShelfFixture.bob
    private let cleo = ShelfFixture.cleo
    private let origin = ShelfFixture.origin

    @Test("is sorted by title, rating and date, in pages, as a whole and by folder") func orders() async throws {
        let fixture = try await ShelfItemFixture()
        let live = try await fixture.folder("Live")
        _ = try await fixture.entry("The Zoo", halves: 4, in: live)
        _ = try await fixture.entry("Abba", halves: 9)
        try await fixture.put(tracks: ["t1", "t0"], into: live)
        try await fixture.base.rate(.track(ID("t1")), 10)
        #expect(try await fixture.titles() == ["Abba", "t0", "t1", "The Zoo"])
        #expect(try await fixture.titles(.rating, descending: true) == ["t1", "Abba", "The Zoo", "t0"])
        #expect(try await fixture.titles(.added).first == "The Zoo")
        #expect(try await fixture.titles(in: .folder(live)) == ["t0", "t1", "The Zoo"])
        #expect(try await fixture.titles(.rating, in: .folder(live)) == ["t0", "The Zoo", "t1"])
        #expect(try await fixture.titles(in: .unfiled) == ["Abba"])
        #expect(try await fixture.folders().map(\.itemCount) == [3])
        let count = try await fixture.shelf.folders(PageRequest(), as: ada).count
        #expect(count == ShelfCount(items: 4, unfiled: 1))
    }

    @Test("has statistics: manual entries count beside tracks and albums, others' items do not")
    func statistics() async throws {
        let fixture = try await ShelfItemFixture()
        #expect(
            try await fixture.shelf.statistics(as: ada)
                == ShelfStatistics(items: 0, durationMilliseconds: 0, favoriteGenre: nil, ratings: []))
        for (title, genre, minutes, halves) in [("Zoo", "jazz", 3, 10), ("Abba", "Jazz", 4, 10), ("Old", "Folk", 5, 7)]
        {
            _ = try await fixture.shelf.add(
                ShelfItemDraft(
                    .entry(
                        ShelfDescription(
                            title: title, genre: genre, durationMilliseconds: Int64(minutes * 60_000))),
                    comment: "", rating: Rating(halves: halves)),
                as: ada, from: origin)
        }
        _ = try await fixture.entry("Bob's own", halves: 2, as: bob)
        try await fixture.put(tracks: ["t1"])
        let track = try #require(try await fixture.engine.catalog.items(for: [ID("t1")], in: .everything).first)
        let found = try await fixture.shelf.statistics(as: ada)
        #expect(found.items == 4)
        #expect(found.durationMilliseconds == 12 * 60_000 + track.durationMilliseconds)
        #expect(found.favoriteGenre?.name.lowercased() == "jazz" && found.favoriteGenre?.items == 2)
        #expect(found.ratings.map(\.rating.halves) == [10, 7] && found.ratings.map(\.items) == [2, 1])
        #expect(found.averageRating == 4.5)
    }

    @Test("is searched by title, artist and comment, with all words and without accents") func search() async throws {
        let fixture = try await ShelfItemFixture()
        let live = try await fixture.folder("Live")
        _ = try await fixture.entry("Życie", artist: "Zespół Ósmy", comment: "in the old barn", in: live)
        _ = try await fixture.entry("Life", artist: "Eight")
        try await fixture.put(tracks: ["t1"])
        #expect(try await fixture.titles(text: "zycie") == ["Życie"])
        #expect(try await fixture.titles(text: "BARN osmy") == ["Życie"])
        #expect(try await fixture.titles(text: "barn eight") == [])
        #expect(try await fixture.titles(in: .folder(live), text: "eight") == [])
        #expect(try await fixture.titles(text: "p0") == ["t1"])
    }

    @Test("has a track once, whichever way it is added, and adding it again moves it") func putting() async throws {
        let fixture = try await ShelfItemFixture()
        let live = try await fixture.folder("Live")
        #expect(try await fixture.put(tracks: ["t0", "t0"], albums: ["a1"]) == .init(added: 2, moved: 0))
        #expect(try await fixture.put(tracks: ["t0", "t1"], into: live) == .init(added: 1, moved: 1))
        #expect(try await fixture.put(tracks: ["t0"], into: live) == .init(added: 0, moved: 0))
        let again = await #expect(throws: DomainError.self) {
            try await fixture.shelf.add(ShelfItemDraft(.track(ID("t0"))), as: ada, from: origin)
        }
        #expect(again == .alreadyOnShelf)
        let unknown = await #expect(throws: DomainError.self) { try await fixture.put(tracks: ["t2", "t9"]) }
        #expect(unknown?.reason == "track_not_found")
        #expect(try await fixture.titles() == ["a1", "t0", "t1"])
        let others = try await fixture.folder("Bob's", as: bob)
        await #expect(throws: DomainError.unknownFolder) { try await fixture.put(tracks: ["t0"], into: others) }
        #expect(try await fixture.titles(as: bob) == [])
        let page = try await fixture.shelf.items(ShelfQuery(place: .folder(live)), PageRequest(), as: ada)
        await #expect(throws: DomainError.self) { try await fixture.put(items: [page.items[0].item.id], as: bob) }
        #expect(try await fixture.shelf.remove([page.items[0].item.id], as: bob, from: origin) == 0)
        #expect(try await fixture.shelf.remove(page.items.map(\.item.id), as: ada, from: origin) == 2)
        #expect(try await fixture.titles() == ["a1"])
    }

    @Test("moves an item once, even if it is named by id and by its track") func naming() async throws {
        let fixture = try await ShelfItemFixture()
        let live = try await fixture.folder("Live")
        try await fixture.put(tracks: ["t0"])
        let item = try await fixture.shelf.items(ShelfQuery(), PageRequest(), as: ada).items[0].item.id
        let again = try await fixture.put(tracks: ["t0", "t1"], items: [item, item], into: live)
        #expect(again == .init(added: 1, moved: 1))
        #expect(try await fixture.titles(in: .folder(live)) == ["t0", "t1"])
    }

    @Test("gets a track once when many add it at once") func race() async throws {
        let fixture = try await ShelfItemFixture()
        let added = try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<20 { group.addTask { try await fixture.put(tracks: ["t0"]).added } }
            return try await group.reduce(0, +)
        }
        #expect(added == 1)
    }

    @Test("keeps entries that are linked to a track, with their rating unless the user has rated it")
    func linking() async throws {
        let fixture = try await ShelfItemFixture()
        let first = try await fixture.entry("Tee Null", artist: "somebody", comment: "barn", halves: 7)
        let second = try await fixture.entry("Tee One", halves: 3)
        try await fixture.base.rate(.track(ID("t1")), 10)
        try await fixture.shelf.link(first, to: .track(ID("t0")), as: ada, from: origin)
        try await fixture.shelf.link(second, to: .track(ID("t1")), as: ada, from: origin)
        let linked = try await fixture.item(first)
        #expect(linked.item.source == .track(ID("t0")) && linked.track?.id == ID("t0"))
        #expect(linked.item.title == "t0" && linked.item.comment == "barn" && linked.item.rating?.halves == 7)
        #expect(try await fixture.base.annotation(.track(ID("t0"))).rating?.halves == 7)
        #expect(try await fixture.item(second).item.rating?.halves == 10)
        await #expect(throws: DomainError.alreadyLinked) {
            try await fixture.shelf.link(first, to: .track(ID("t2")), as: ada, from: origin)
        }
        let third = try await fixture.entry("Again")
        await #expect(throws: DomainError.alreadyOnShelf) {
            try await fixture.shelf.link(third, to: .track(ID("t0")), as: ada, from: origin)
        }
        let refused = await #expect(throws: DomainError.self) {
            try await fixture.shelf.edit(first, ShelfItemChange(title: "Mine"), as: ada, from: origin)
        }
        #expect(refused?.field == "title" && refused?.reason == "library_item")
        try await fixture.shelf.edit(first, ShelfItemChange(rating: .some(nil)), as: ada, from: origin)
        #expect(try await fixture.base.annotation(.track(ID("t0"))).rating == nil)
        #expect(try await fixture.item(first).item.rating == nil)
    }

    @Test("changes entries field by field, and refuses values out of bounds") func editing() async throws {
        let fixture = try await ShelfItemFixture()
        let live = try await fixture.folder("Live")
        let id = try await fixture.entry("Gig", artist: "Band", halves: 4)
        let change = try ShelfItemChange(
            title: "  Big\ngig ", durationMilliseconds: .some(60_000), rating: .some(nil), folder: .some(live))
        try await fixture.shelf.edit(id, change, as: ada, from: origin)
        let item = try await fixture.item(id).item
        #expect(item.title == "Big gig" && item.artist == "Band" && item.durationMilliseconds == 60_000)
        #expect(item.rating == nil && item.folder == live)
        #expect(try await fixture.titles(text: "big") == ["Big gig"])
        for title in ["", "\u{200B} ", String(repeating: "x", count: 301)] {
            #expect(throws: DomainError.self) { try ShelfDescription(title: title) }
        }
        for duration: Int64 in [0, -1, 7 * 24 * 3_600_000 + 1, .max] {
            #expect(throws: DomainError.self) { try ShelfDescription(title: "x", durationMilliseconds: duration) }
        }
        #expect(throws: DomainError.self) {
            try ShelfItemDraft(.track(ID("t0")), comment: String(repeating: "x", count: 2001))
        }
        await #expect(throws: DomainError.noShelfItem) {
            try await fixture.shelf.edit(id, ShelfItemChange(title: "Mine"), as: bob, from: origin)
        }
    }

    @Test("keeps the items of deleted folders, in one step") func folders() async throws {
        let fixture = try await ShelfItemFixture()
        let (live, home) = (try await fixture.folder("Live"), try await fixture.folder("Home"))
        await #expect(throws: DomainError.folderExists) { try await fixture.folder("LIVE") }
        _ = try await fixture.folder("Live", as: bob)
        try await fixture.put(tracks: ["t0"], into: live)
        try await fixture.put(tracks: ["t1"], into: home)
        try await fixture.shelf.edit(live, FolderChange(name: "Concerts", icon: .concert), as: ada, from: origin)
        await #expect(throws: DomainError.folderExists) {
            try await fixture.shelf.edit(live, FolderChange(name: "home"), as: ada, from: origin)
        }
        try await fixture.shelf.edit(live, FolderChange(name: "CONCERTS"), as: ada, from: origin)
        #expect(try await fixture.folders().map(\.name) == ["CONCERTS", "Home"])
        #expect(try await fixture.shelf.delete([live, home], as: bob, from: origin) == 0)
        #expect(try await fixture.shelf.delete([live, home, ID("gone")], as: ada, from: origin) == 2)
        #expect(try await fixture.folders().isEmpty)
        #expect(try await fixture.titles(in: .unfiled) == ["t0", "t1"])
        #expect(try await fixture.journal("folder.delete") == 2)
        await #expect(throws: DomainError.noFolder) { try await fixture.titles(in: .folder(live)) }
    }

    @Test("omits items of a library that the user may not see") func scope() async throws {
        let fixture = try await ShelfItemFixture()
        let whole = Principal(user: cleo.user, role: .listener)
        let mixed = try await fixture.folder("Mixed", as: cleo)
        try await fixture.put(tracks: ["x0", "t0"], albums: ["b0"], into: mixed, as: whole)
        let hidden = try await fixture.shelf.items(ShelfQuery(text: "x0"), PageRequest(), as: whole).items[0].item.id
        for sort in ShelfQuery.Sort.allCases {
            #expect(try await fixture.titles(sort, as: cleo) == ["t0"])
            #expect(try await fixture.titles(sort, in: .folder(mixed), as: cleo) == ["t0"])
        }
        #expect(try await fixture.titles(text: "x0", as: cleo) == [])
        #expect(try await fixture.folders(as: cleo).map(\.itemCount) == [1])
        await #expect(throws: DomainError.noShelfItem) { try await fixture.item(hidden, as: cleo) }
        #expect(try await fixture.shelf.remove([hidden], as: cleo, from: origin) == 0)
        let refused = await #expect(throws: DomainError.self) { try await fixture.put(tracks: ["x0"], as: cleo) }
        #expect(refused?.reason == "track_not_found")
    }

    @Test("follows the library's titles, and keeps a missing item with its rating") func following() async throws {
        let fixture = try await ShelfItemFixture()
        try await fixture.put(tracks: ["t0"])
        try await fixture.base.rate(.track(ID("t0")), 9)
        try await fixture.music.change("t0") { $0.title = "Aria" }
        #expect(try await fixture.titles(text: "aria") == ["Aria"])
        try await fixture.music.miss("t0")
        let item = try await fixture.shelf.items(ShelfQuery(), PageRequest(), as: ada).items[0].item
        #expect(item.source == .track(ID("t0")) && item.title == "Aria" && item.rating?.halves == 9)
    }

    @Test("is removed with its account, and its pictures are cleaned up") func removal() async throws {
        let fixture = try await ShelfItemFixture()
        let live = try await fixture.folder("Live")
        _ = try await fixture.entry("Gig", in: live)
        try await fixture.put(tracks: ["t0"], into: live)
        try await fixture.base.rate(.track(ID("t0")), 9)
        try await fixture.shelf.setImage(ShelfFixture.picture(), of: live, as: ada, from: origin)
        let image = try #require(try await fixture.folders().first?.image)
        #expect(try await fixture.engine.shelf.blobsInUse() == [image])
        try await fixture.removeAccount("ada")
        #expect(try await fixture.titles() == [])
        #expect(try await fixture.folders() == [])
        #expect(try await fixture.engine.shelf.blobsInUse().isEmpty)
    }

    @Test("notifies its user's clients of every change, but not of no-ops") func events() async throws {
        let fixture = try await ShelfItemFixture()
        let live = try await fixture.folder("Live")
        try await fixture.put(tracks: ["t0"], into: live)
        try await fixture.put(tracks: ["t0"], into: live)
        _ = try await fixture.shelf.delete([live, ID("gone")], as: ada, from: origin)
        #expect(try await fixture.loggedEvents(named: .shelf).count == 3)
        #expect(try await fixture.loggedEvents().allSatisfy { $0.audience == .person(ada.user) })
    }
}
