import Board
import Catalog
import FoundationEssentials
import Journal
import Messaging
import Primitives
import Shelf
import StoreFixtures
import Support
import Testing

@Suite("Notifications") struct NotificationTests {
    private let ada = ShelfFixture.ada
    private let bob = ShelfFixture.bob
    private let cleo = ShelfFixture.cleo
    private let moderator = Principal(user: ShelfFixture.bob.user, role: .moderator)
    private let origin = ShelfFixture.origin

    private struct Fixture {
        let items: ShelfItemFixture
        let service: NotificationService
        let board: BoardService
        var base: ShelfFixture { items.base }

        init() async throws {
            items = try await ShelfItemFixture()
            let (engine, clock) = (items.engine, items.base.clock)
            service = NotificationService(store: engine.notifications, clock: clock)
            board = BoardService(
                store: engine.board, catalog: engine.catalog,
                clock: BoardClock(calendar: DayCalendar(zone: .gmt), wall: clock), throttle: BoardThrottle(),
                isOutsideOn: { true })
        }

        func told(_ person: Principal, unreadOnly: Bool = false) async throws -> [Journal.Notification] {
            try await service.notifications(unreadOnly: unreadOnly, PageRequest(limit: 500), as: person).page.items
        }

        func kinds(_ person: Principal) async throws -> [NotificationKind] { try await told(person).map(\.kind) }

        func unread(_ person: Principal) async throws -> Int {
            try await service.notifications(PageRequest(limit: 1), as: person).unread
        }

        func post(_ track: String, as person: Principal) async throws -> ID<Post> {
            let outcome = try await board.post(
                PostDraft(.track(ID(track)), caption: nil), as: person, from: ShelfFixture.origin)
            guard case .posted(let item) = outcome else { throw DomainError.alreadyPosted }
            return item.post.id
        }

        func wish(_ title: String, as person: Principal) async throws -> ID<Wish> {
            let outcome = try await items.wishes.create(
                WishDraft(title: title, artist: "Somebody"), as: person, from: ShelfFixture.origin)
            guard case .made(let wish) = outcome else { throw DomainError.alreadyWished }
            return wish.id
        }
    }

    @Test("tell a post's author of comments, reactions and hiding, and are withdrawn with them")
    func board() async throws {
        let fixture = try await Fixture()
        let post = try await fixture.post("t0", as: ada)
        let comment = try await fixture.board.comment(CommentText("nice"), on: post, as: bob, from: origin)
        _ = try await fixture.board.comment(CommentText("thanks"), on: post, as: ada, from: origin)
        for reaction in [Reaction.love, .fire] {
            _ = try await fixture.board.setReaction(reaction, to: true, on: post, as: bob, from: origin)
        }
        let told = try await fixture.told(ada)
        #expect(Set(told.map(\.kind)) == [.postCommented, .postReacted] && told.count == 2)
        #expect(told.allSatisfy { $0.actor?.id == bob.user && $0.title == "t0" && $0.readAt == nil })
        #expect(told.allSatisfy { $0.subject?.id == post.rawValue && $0.subject?.day != nil })
        _ = try await fixture.board.hide(post, because: "off topic", as: moderator, from: origin)
        let hidden = try #require(try await fixture.told(ada).first { $0.kind == .postHidden })
        #expect(hidden.actor == nil && hidden.text == "off topic")
        try await fixture.board.remove(comment.id, as: bob, from: origin)
        #expect(try await fixture.kinds(ada).contains(.postCommented) == false)
        _ = try await fixture.board.hide(post, because: nil, as: moderator, from: origin)
        #expect(try await fixture.kinds(ada) == [.postReacted])
        try await fixture.board.remove(post, as: ada, from: origin)
        #expect(try await fixture.told(ada).isEmpty)
        #expect(try await fixture.told(bob).isEmpty)
    }

    @Test("tell wishers and backers when a wish arrives, and link only to songs that they may hear")
    func wishes() async throws {
        let fixture = try await Fixture()
        let submitter = Principal(user: bob.user, role: .contributor)
        let wish = try await fixture.wish("Tee", as: ada)
        for person in [bob, cleo] {
            _ = try await fixture.items.wishes.setBacking(to: true, of: wish, as: person, from: origin)
        }
        _ = try await fixture.items.wishes.setBacking(to: false, of: wish, as: bob, from: origin)
        _ = try await fixture.items.wishes.setBacking(to: true, of: wish, as: bob, from: origin)
        #expect(try await fixture.kinds(ada) == [.wishBacked, .wishBacked])
        let track = try WishFulfillment(ShelfItemDraft(.track(ID("x0"))), isShelved: false)
        _ = try await fixture.items.wishes.fulfill(wish, track, as: submitter, from: origin)
        let told = try await fixture.told(ada)
        #expect(told.map(\.kind) == [.wishArrived] && told[0].subject == NotificationSubject(.track, "x0"))
        #expect(told[0].title == "Tee" && told[0].actor?.id == bob.user)
        #expect(try await fixture.told(bob).isEmpty)
        let blind = try await fixture.told(cleo)
        #expect(blind.map(\.kind) == [.wishArrived] && blind[0].subject == nil && blind[0].title == "Tee")
    }

    @Test("tell wishers once of music that may fulfill their wish") func found() async throws {
        let fixture = try await Fixture()
        _ = try await fixture.wish("Song", as: ada)
        for track in ["n0", "n1"] {
            try await fixture.base.music.add(Song(track, album: "new", title: "song", artists: ["SOMEBODY"]))
        }
        let told = try await fixture.told(ada)
        #expect(told.map(\.kind) == [.wishFound] && told[0].subject?.id == "n0" && told[0].title == "Song")
    }

    @Test("tell invited editors of a playlist, until they are removed") func playlists() async throws {
        let fixture = try await Fixture()
        let id = try await fixture.base.playlist(["t0"], visibility: .collaborative)
        for names in [["bob", "ada"], ["bob", "cleo"]] {
            var edit = PlaylistEdit()
            try edit.invite(names)
            _ = try await fixture.base.playlists.edit(id, edit, as: ada, from: origin)
        }
        #expect(try await fixture.kinds(bob) == [.playlistShared])
        #expect(try await fixture.kinds(cleo) == [.playlistShared])
        #expect(try await fixture.told(ada).isEmpty)
        try await fixture.base.share(id, .private)
        #expect(try await fixture.told(bob).isEmpty)
        try await fixture.base.share(id, .collaborative)
        #expect(try await fixture.kinds(bob) == [.playlistShared])
        try await fixture.base.playlists.delete(id, as: ada, from: origin)
        #expect(try await fixture.told(cleo).isEmpty)
    }

    @Test("are marked as read singly or all at once, paged, and limited in number") func reading() async throws {
        let fixture = try await Fixture()
        for time in 0..<170 {
            let drafts = (3 * time..<3 * time + 3).map { number in
                NotificationDraft(
                    to: ID("ada"), .wishBacked, by: ID("bob"), about: NotificationSubject(.wish, "w\(number)"),
                    title: "\(number)")
            }
            try await fixture.items.engine.write(at: Timestamp(milliseconds: Int64(time)), notifications: drafts)
        }
        let all = try await fixture.told(ada)
        #expect(all.count == 500 && Set(all.map(\.title)).count == 500)
        #expect(all.map(\.at) == all.map(\.at).sorted(by: >) && !all.map(\.title).contains("0"))
        var paged: [String] = []
        var cursor: Cursor?
        repeat {
            let page = try await fixture.service.notifications(PageRequest(limit: 7, cursor: cursor), as: ada).page
            paged += page.items.map(\.title)
            cursor = page.next
        } while cursor != nil
        #expect(paged == all.map(\.title))
        #expect(try await fixture.service.markRead([all[0].id, all[1].id, ID("gone")], as: ada) == 498)
        #expect(try await fixture.service.markRead([all[2].id], as: bob) == 0)
        #expect(try await fixture.unread(ada) == 498)
        #expect(try await fixture.told(ada, unreadOnly: true).first?.id == all[2].id)
        #expect(try await fixture.service.markRead(nil, as: ada) == 0)
        #expect(try await fixture.told(ada, unreadOnly: true).isEmpty)
        try await fixture.base.removeAccount("bob")
        #expect(try await fixture.told(ada)[0].actor == nil)
        try await fixture.base.removeAccount("ada")
        #expect(try await fixture.told(ada).isEmpty)
    }

    @Test("of muted kinds are not sent") func muting() async throws {
        let fixture = try await Fixture()
        try await fixture.service.mute([.postReacted, .postHidden], as: ada)
        #expect(try await fixture.service.muted(as: ada) == [.postReacted, .postHidden])
        let post = try await fixture.post("t0", as: ada)
        _ = try await fixture.board.setReaction(.love, to: true, on: post, as: bob, from: origin)
        _ = try await fixture.board.comment(CommentText("nice"), on: post, as: bob, from: origin)
        #expect(try await fixture.kinds(ada) == [.postCommented])
        try await fixture.service.mute([], as: ada)
        _ = try await fixture.board.setReaction(.fire, to: true, on: post, as: bob, from: origin)
        #expect(Set(try await fixture.kinds(ada)) == [.postCommented, .postReacted])
    }

    @Test("do not name songs of a library that their author no longer sees") func scope() async throws {
        let fixture = try await Fixture()
        let whole = Principal(user: cleo.user, role: .listener)
        let post = try await fixture.post("x0", as: whole)
        _ = try await fixture.board.comment(CommentText("nice"), on: post, as: bob, from: origin)
        #expect(try await fixture.told(whole).map(\.title) == ["x0"])
        let narrow = try await fixture.told(cleo)
        #expect(narrow.map(\.title) == [""] && narrow[0].subject?.id == post.rawValue)
    }

    @Test("reach the user's clients with the unread count") func events() async throws {
        let fixture = try await Fixture()
        let wish = try await fixture.wish("Tee", as: ada)
        _ = try await fixture.items.wishes.setBacking(to: true, of: wish, as: bob, from: origin)
        _ = try await fixture.service.markRead(nil, as: ada)
        _ = try await fixture.service.markRead(nil, as: ada)
        let told = try await fixture.base.loggedEvents(named: .notification)
        #expect(told.allSatisfy { $0.audience == .person(ada.user) })
        #expect(told.map { $0.data["unread"] } == [.integer(1), .integer(0)])
    }
}
