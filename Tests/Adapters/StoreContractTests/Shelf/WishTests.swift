import Catalog
import Journal
import Primitives
import Shelf
import StoreFixtures
import Support
import Testing

@Suite("Wishes") struct WishTests {
    private let ada = ShelfFixture.ada
    private let bob = ShelfFixture.bob
    private let cleo = ShelfFixture.cleo
    private let submitter = Principal(user: ShelfFixture.bob.user, role: .contributor)
    private let moderator = Principal(user: ShelfFixture.bob.user, role: .moderator)
    private let origin = ShelfFixture.origin

    private func wish(
        _ title: String, artist: String = "Somebody", in fixture: ShelfItemFixture, as caller: Principal? = nil
    ) async throws -> Wish {
        fixture.base.clock.advance(by: .seconds(1))
        let draft = try WishDraft(title: title, artist: artist, note: "please")
        let outcome = try await fixture.wishes.create(draft, as: caller ?? ada, from: origin)
        guard case .made(let wish) = outcome else { throw DomainError.alreadyWished }
        return wish
    }

    private func titles(_ query: WishQuery, in fixture: ShelfItemFixture, as caller: Principal) async throws -> [String]
    {
        var titles: [String] = []
        var cursor: Cursor?
        repeat {
            let page = try await fixture.wishes.wishes(query, PageRequest(limit: 2, cursor: cursor), as: caller)
            titles += page.items.map(\.wish.title)
            cursor = page.next
        } while cursor != nil
        return titles
    }

    @Test("are visible to everyone, sorted by date and by number of backers") func lists() async throws {
        let fixture = try await ShelfItemFixture()
        _ = try await wish("First", in: fixture)
        let second = try await wish("Second", in: fixture)
        _ = try await wish("Third", in: fixture, as: bob)
        for person in [bob, cleo] {
            let backed = try await fixture.wishes.setBacking(to: true, of: second.id, as: person, from: origin)
            #expect(backed.wish.isBacked)
        }
        let again = try await fixture.wishes.setBacking(to: true, of: second.id, as: bob, from: origin)
        #expect(again.wish.backers == 2)
        #expect(try await fixture.journal("wish.back") == 2)
        #expect(try await titles(try WishQuery(), in: fixture, as: cleo) == ["Third", "Second", "First"])
        #expect(try await titles(try WishQuery(sort: .backers), in: fixture, as: cleo).first == "Second")
        #expect(try await titles(try WishQuery(ownership: .own), in: fixture, as: bob) == ["Third"])
        #expect(try await titles(try WishQuery(sort: .backers, ownership: .backed), in: fixture, as: bob) == ["Second"])
        let less = try await fixture.wishes.setBacking(to: false, of: second.id, as: bob, from: origin)
        #expect(less.wish.backers == 1 && !less.wish.isBacked)
        try await fixture.removeAccount("cleo")
        #expect(try await fixture.wishes.wish(second.id, as: ada).wish.backers == 0)
        await #expect(throws: DomainError.ownWish) {
            try await fixture.wishes.setBacking(to: true, of: second.id, as: ada, from: origin)
        }
        try await fixture.removeAccount("ada")
        #expect(try await titles(try WishQuery(), in: fixture, as: bob) == ["Third"])
    }

    @Test("for the same song are one, also when many wish at once") func same() async throws {
        let fixture = try await ShelfItemFixture()
        let made = try await withThrowingTaskGroup(of: Bool.self) { group in
            for number in 0..<20 {
                group.addTask {
                    let draft = try WishDraft(title: number.isMultiple(of: 2) ? "Żółw" : " zolw!", artist: "The Band")
                    let outcome = try await fixture.wishes.create(draft, as: ada, from: origin)
                    if case .made = outcome { return true } else { return false }
                }
            }
            return try await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        #expect(made == 1)
        let other = try await wish("Other", artist: "the band", in: fixture)
        await #expect(throws: DomainError.alreadyWished) {
            try await fixture.wishes.edit(other.id, WishChange(title: "ZOLW"), as: ada, from: origin)
        }
        #expect(throws: DomainError.self) { try WishDraft(title: "\n") }
        _ = try await wish("!!!", in: fixture)
    }

    @Test("are changed by their author, and removed by moderators too") func rights() async throws {
        let fixture = try await ShelfItemFixture()
        let own = try await wish("Own", in: fixture)
        await #expect(throws: DomainError.notYourWish) {
            try await fixture.wishes.edit(own.id, WishChange(note: "x"), as: bob, from: origin)
        }
        await #expect(throws: DomainError.notYourWish) {
            try await fixture.wishes.remove(own.id, as: bob, from: origin)
        }
        let edited = try await fixture.wishes.edit(own.id, WishChange(note: "x"), as: ada, from: origin)
        #expect(edited.wish.note == "x" && edited.wish.title == "Own")
        try await fixture.wishes.remove(own.id, as: moderator, from: origin)
        await #expect(throws: DomainError.noWish) { try await fixture.wishes.wish(own.id, as: ada) }
        #expect(try await fixture.loggedEvents(named: .wish).count == 3)
    }

    @Test("end in the transaction that saves the item, or not at all") func fulfillment() async throws {
        let fixture = try await ShelfItemFixture()
        let live = try await fixture.folder("Live")
        let first = try await wish("Tee", in: fixture)
        let missing = try WishFulfillment(ShelfItemDraft(.track(ID("t9"))))
        let refused = await #expect(throws: DomainError.self) {
            try await fixture.wishes.fulfill(first.id, missing, as: ada, from: origin)
        }
        #expect(refused?.reason == "track_not_found")
        let unfiled = try WishFulfillment(ShelfItemDraft(.track(ID("t0")), folder: ID("gone")))
        await #expect(throws: DomainError.unknownFolder) {
            try await fixture.wishes.fulfill(first.id, unfiled, as: ada, from: origin)
        }
        #expect(try await fixture.wishes.wish(first.id, as: ada).wish.title == "Tee")
        #expect(try await fixture.titles() == [])
        let right = try WishFulfillment(
            ShelfItemDraft(.track(ID("t0")), comment: "at last", rating: Rating(halves: 8), folder: live))
        let saved = try await fixture.wishes.fulfill(first.id, right, as: ada, from: origin)
        let item = try await fixture.item(#require(saved)).item
        #expect(item.source == .track(ID("t0")) && item.rating?.halves == 8 && item.folder == live)
        await #expect(throws: DomainError.noWish) { try await fixture.wishes.wish(first.id, as: ada) }
        await #expect(throws: DomainError.noWish) {
            try await fixture.wishes.fulfill(first.id, right, as: ada, from: origin)
        }
        // An item that is already on the shelf takes the form's values.
        let second = try await wish("Tee again", in: fixture)
        let again = try WishFulfillment(ShelfItemDraft(.track(ID("t0")), comment: "twice"))
        #expect(try await fixture.wishes.fulfill(second.id, again, as: ada, from: origin) == saved)
        #expect(try await fixture.item(#require(saved)).item.comment == "twice")
        #expect(try await fixture.titles() == ["t0"])
    }

    @Test("of others are fulfilled only with library music, by contributors") func others() async throws {
        let fixture = try await ShelfItemFixture()
        let own = try await wish("Tee", in: fixture)
        let entry = try WishFulfillment(ShelfItemDraft(.entry(ShelfDescription(title: "Gig"))))
        let track = try WishFulfillment(ShelfItemDraft(.track(ID("t0"))), isShelved: false)
        for (person, fulfillment) in [(submitter, entry), (bob, track)] {
            await #expect(throws: DomainError.notYourWish) {
                try await fixture.wishes.fulfill(own.id, fulfillment, as: person, from: origin)
            }
        }
        #expect(throws: DomainError.self) {
            try WishFulfillment(ShelfItemDraft(.entry(ShelfDescription(title: "Gig"))), isShelved: false)
        }
        let hidden = try WishFulfillment(ShelfItemDraft(.track(ID("x0"))), isShelved: false)
        let narrow = Principal(user: cleo.user, role: .contributor, libraries: cleo.libraries)
        let refused = await #expect(throws: DomainError.self) {
            try await fixture.wishes.fulfill(own.id, hidden, as: narrow, from: origin)
        }
        #expect(refused?.reason == "track_not_found")
        #expect(try await fixture.wishes.fulfill(own.id, track, as: submitter, from: origin) == nil)
        #expect(try await fixture.titles(as: submitter) == [])
        await #expect(throws: DomainError.noWish) { try await fixture.wishes.wish(own.id, as: ada) }
    }

    @Test("fulfilled outside the library stay with their backers, without a notification")
    func heardElsewhere() async throws {
        let fixture = try await ShelfItemFixture()
        let shared = try await wish("Gig", in: fixture)
        for backer in [cleo, bob] {
            fixture.base.clock.advance(by: .seconds(1))
            _ = try await fixture.wishes.setBacking(to: true, of: shared.id, as: backer, from: origin)
        }
        let entry = try WishFulfillment(ShelfItemDraft(.entry(ShelfDescription(title: "Gig"))))
        let saved = try await fixture.wishes.fulfill(shared.id, entry, as: ada, from: origin)
        #expect(try await fixture.item(#require(saved)).item.title == "Gig")
        let left = try await fixture.wishes.wish(shared.id, as: ada).wish
        #expect(left.backers == 1 && !left.isOwn)
        #expect(try await fixture.wishes.wish(shared.id, as: cleo).wish.isOwn)
        #expect(try await fixture.wishes.wish(shared.id, as: bob).wish.isBacked)
        for person in [ada, bob, cleo] {
            #expect(try await fixture.notifications(.wishArrived, of: person).isEmpty)
        }
        // A wish without backers ends as usual.
        let alone = try await wish("Tune", in: fixture)
        _ = try await fixture.wishes.fulfill(alone.id, entry, as: ada, from: origin)
        await #expect(throws: DomainError.noWish) { try await fixture.wishes.wish(alone.id, as: ada) }
    }

    @Test("are searched by the words of title and artist, in alphabetical order")
    func search() async throws {
        let fixture = try await ShelfItemFixture()
        for (title, artist) in [
            ("Zebra", "The Animals"), ("Árbol", "Los Pájaros"), ("!!!", "!!!"), ("beat it", "Animals"),
        ] {
            _ = try await wish(title, artist: artist, in: fixture)
        }
        let all = try await titles(try WishQuery(sort: .title, isDescending: false), in: fixture, as: bob)
        #expect(all == ["!!!", "Árbol", "beat it", "Zebra"])
        #expect(try await titles(try WishQuery(sort: .title), in: fixture, as: bob) == all.reversed())
        for (text, found) in [
            ("animal", ["beat it", "Zebra"]), ("ANIMALS zeb", ["Zebra"]), ("arbol pajaros", ["Árbol"]),
            ("!!!", ["!!!"]),
            ("animals none", []), ("%", []),
        ] {
            let query = try WishQuery(sort: .title, isDescending: false, text: text)
            #expect(try await titles(query, in: fixture, as: bob) == found, "\(text)")
        }
        #expect(throws: DomainError.self) { try WishQuery(text: String(repeating: "a", count: 201)) }
    }

    @Test("pass their picture to the resulting entry") func pictures() async throws {
        let fixture = try await ShelfItemFixture()
        let own = try await wish("Gig", in: fixture)
        _ = try await fixture.wishes.setCover(ShelfFixture.picture(), of: own.id, as: ada, from: origin)
        let key = try #require(try await fixture.wishes.wish(own.id, as: ada).wish.cover)
        #expect(try await fixture.engine.wishes.blobsInUse() == [key])
        let entry = try WishFulfillment(ShelfItemDraft(.entry(ShelfDescription(title: "Gig"))))
        let saved = try await fixture.wishes.fulfill(own.id, entry, as: ada, from: origin)
        #expect(try await fixture.item(#require(saved)).item.cover == key)
        #expect(try await fixture.engine.wishes.blobsInUse().isEmpty)
    }

    @Test("are found by a scan that adds their track, for users who may hear it") func arrivals() async throws {
        let fixture = try await ShelfItemFixture()
        let own = try await wish("Mój utwór", artist: "Zespół", in: fixture)
        _ = try await wish("Mój utwór", artist: "Inni", in: fixture)
        try await fixture.give(.only([]), to: "ada")
        try await scan("n0", "MOJ UTWOR", by: ["Zespol", "ktoś"], in: fixture)
        #expect(try await fixture.wishes.wish(own.id, as: ada).arrival == nil)
        try await fixture.give(.only([Music.library]), to: "ada")
        try await scan("n1", "Moj utwor (live)", by: ["Zespol"], in: fixture)
        try await scan("n2", "Mój utwór", by: ["Zespolowy"], in: fixture)
        #expect(try await fixture.wishes.wish(own.id, as: ada).arrival == nil)
        try await scan("n3", "Moj utwor", by: ["Zespół feat. Ktoś"], in: fixture)
        #expect(try await fixture.wishes.wish(own.id, as: ada).arrival?.id == ID("n3"))
        try await scan("n4", "Moj utwor", by: ["Zespół"], in: fixture)
        #expect(try await fixture.wishes.wish(own.id, as: ada).arrival?.id == ID("n3"))
        let blind = Principal(user: cleo.user, role: .listener, libraries: .only([]))
        #expect(try await fixture.wishes.wish(own.id, as: blind).arrival == nil)
        let edited = try await fixture.wishes.edit(own.id, WishChange(title: "Inny"), as: ada, from: origin)
        #expect(edited.arrival == nil)
    }

    private func scan(_ track: String, _ title: String, by artists: [String], in fixture: ShelfItemFixture) async throws
    {
        try await fixture.music.add(Song(track, album: "new", title: title, artists: artists))
    }
}
