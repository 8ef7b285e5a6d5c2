import Board
import Catalog
import Primitives
import StoreFixtures
import Support
import Testing

@Suite("The stored board") struct PostTests {
    private let ada = BoardFixture.ada
    private let bob = BoardFixture.bob
    private let mo = BoardFixture.mo

    @Test("a post is read back with its song, newest first, and journaled")
    func roundTrip() async throws {
        let fixture = try await BoardFixture()
        try await fixture.post("t0", " Good\r\nmorning ")
        fixture.clock.advance(by: .seconds(1))
        try await fixture.post("t1", as: bob)
        let board = try await fixture.today()
        #expect(board.day.text == "2026-11-21" && board.isToday && board.own?.post.author.id == ada.user)
        #expect(board.posts.items.map(\.post.author.name) == ["bob", "ada"])
        let post = try #require(board.posts.items.last)
        #expect(post.post.caption == "Good\nmorning" && post.track?.id == ID("t0") && post.isOwn)
        #expect(post.post.song?.title == "t0")
        #expect(try await fixture.journal("post.create") == 2)
        #expect(try await fixture.journal("board.open") == 1)
        let first = try await fixture.board.board(on: .today, PageRequest(limit: 1), as: ada)
        let next = try #require(first.posts.next)
        let second = try await fixture.board.board(on: .today, PageRequest(limit: 1, cursor: next), as: ada)
        #expect(first.posts.items.map(\.post.author.name) == ["bob"])
        #expect(second.posts.items.map(\.post.author.name) == ["ada"] && second.posts.next == nil)
        #expect(try await fixture.board.playlist(of: .today, as: mo).map(\.id) == [ID("t0"), ID("t1")])
    }

    @Test("of fifty concurrent posts of one user one wins, and the others are told about it")
    func race() async throws {
        let fixture = try await BoardFixture()
        let outcomes = try await withThrowingTaskGroup(of: (isNew: Bool, id: ID<Post>).self) { group in
            for number in 0..<50 {
                group.addTask {
                    switch try await fixture.post("t\(number % 4)") {
                    case .posted(let item): (true, item.post.id)
                    case .alreadyPosted(let item): (false, item.post.id)
                    }
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(outcomes.count { $0.isNew } == 1)
        #expect(Set(outcomes.map(\.id)).count == 1)
        #expect(try await fixture.today().posts.items.count == 1)
        #expect(try await fixture.journal("post.create") == 1)
    }

    @Test("fifty users who post at once are all on the board, once each")
    func crowd() async throws {
        let fixture = try await BoardFixture(people: 50)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<50 {
                group.addTask { try await fixture.post("t0", as: BoardFixture.person(number)) }
            }
            try await group.waitForAll()
        }
        let posts = try await fixture.today().posts.items
        #expect(posts.count == 50 && Set(posts.map(\.post.author.id)).count == 50)
        #expect(try await fixture.journal("post.create") == 50)
        #expect(try await fixture.journal("board.open") == 1)
    }

    @Test("a removed post frees the day; one hidden by a moderator does not, until the day is over")
    func removal() async throws {
        let fixture = try await BoardFixture()
        let first = try await fixture.posted("t0")
        let strange = await #expect(throws: DomainError.self) {
            try await fixture.board.remove(first, as: bob, from: "x")
        }
        #expect(strange?.code == .forbidden)
        _ = try await fixture.comment("nice", on: first, as: bob)
        try await fixture.board.remove(first, as: ada, from: "x")
        let gone = await #expect(throws: DomainError.self) {
            try await fixture.board.comments(on: first, .first(9), as: bob)
        }
        #expect(gone?.code == .notFound)
        let second = try await fixture.posted("t1")
        _ = try await fixture.board.hide(second, because: " not here ", as: mo, from: "x")
        let hidden = await #expect(throws: DomainError.self) {
            try await fixture.board.remove(second, as: ada, from: "x")
        }
        #expect(hidden?.reason == "post_hidden")
        guard case .alreadyPosted = try await fixture.post("t2") else {
            Issue.record("posted beside a hidden post")
            return
        }
        fixture.clock.set("2026-11-22T12:00:00Z")
        try await fixture.board.remove(second, as: ada, from: "x")
        #expect(try await fixture.journal("post.delete") == 2)
        #expect(try await fixture.journal("post.hide") == 1)
    }

    @Test("a hidden post is visible only to its author and moderators, with the reason, and can be restored")
    func hiding() async throws {
        let fixture = try await BoardFixture()
        let post = try await fixture.posted("t0")
        let refused = await #expect(throws: DomainError.self) {
            try await fixture.board.hide(post, because: "x", as: bob, from: "x")
        }
        #expect(refused?.code == .forbidden)
        _ = try await fixture.board.hide(post, because: "off topic", as: mo, from: "x")
        #expect(try await fixture.today(as: bob).posts.items.isEmpty)
        for reader in [ada, mo] {
            let seen = try await fixture.today(as: reader).posts.items
            #expect(seen.first?.post.hiding?.reason == "off topic")
        }
        for call in [
            { _ = try await fixture.board.post(post, as: bob) },
            { _ = try await fixture.comment("x", on: post, as: bob) },
            { _ = try await fixture.board.comments(on: post, .first(9), as: bob) },
            { _ = try await fixture.board.setReaction(.love, to: true, on: post, as: bob, from: "x") },
        ] as [() async throws -> Void] {
            let error = await #expect(throws: DomainError.self) { try await call() }
            #expect(error?.code == .notFound)
        }
        #expect(try await fixture.board.playlist(of: .today, as: bob).isEmpty)
        #expect(try await fixture.board.days(.first(9), as: bob).items.isEmpty)
        #expect(try await fixture.board.days(.first(9), as: ada).items.map(\.posts) == [1])
        _ = try await fixture.board.hide(post, because: nil, as: mo, from: "x")
        #expect(try await fixture.today(as: bob).posts.items.count == 1)
        #expect(try await fixture.journal("post.show") == 1)
    }

    @Test("a song of a library that a user may not see is omitted from its post, and they cannot post it")
    func scope() async throws {
        let fixture = try await BoardFixture()
        _ = try await fixture.posted("s0", as: bob)
        let narrow = Principal(user: ada.user, role: .listener, libraries: .only(["l0"]))
        let seen = try #require(try await fixture.today(as: narrow).posts.items.first)
        #expect(seen.post.song == nil && seen.track == nil && seen.post.author.name == "bob")
        #expect(try await fixture.today(as: ada).posts.items.first?.post.song?.title == "Secret")
        #expect(try await fixture.board.playlist(of: .today, as: narrow).isEmpty)
        #expect(try await fixture.board.playlist(of: .today, as: ada).map(\.id) == [ID("s0")])
        for track in ["s0", "nothing"] {
            let error = await #expect(throws: DomainError.self) { try await fixture.post(track, as: narrow) }
            #expect(error?.field == "trackId" && error?.reason == "track_not_found")
        }
    }

    @Test("a missing song stays on the board by name and cannot be played")
    func missing() async throws {
        let fixture = try await BoardFixture()
        _ = try await fixture.posted("t0")
        try await fixture.music.change("t0") { $0.title = "Renamed" }
        try await fixture.music.miss("t0")
        let missing = try #require(try await fixture.today().posts.items.first)
        #expect(missing.track?.isMissing == true && missing.post.song?.title == "t0")
        #expect(try await fixture.board.playlist(of: .today, as: ada).isEmpty)
        let again = await #expect(throws: DomainError.self) { try await fixture.post("t0", as: bob) }
        #expect(again?.field == "trackId")
    }

    @Test("a deleted account's posts, reactions and comments are removed, and so are the answers to them")
    func deletedAccount() async throws {
        let fixture = try await BoardFixture()
        let post = try await fixture.posted("t0", as: bob)
        let own = try await fixture.posted("t1")
        _ = try await fixture.comment("nice", on: post)
        _ = try await fixture.comment("hello", as: bob)
        _ = try await fixture.board.setReaction(.fire, to: true, on: own, as: bob, from: "x")
        try await fixture.removeAccount("bob")
        let board = try await fixture.today()
        #expect(board.posts.items.map(\.post.id) == [own] && board.posts.items.first?.post.reactions.isEmpty == true)
        #expect(try await fixture.board.comments(on: .today, .first(9), as: BoardFixture.mo).items.isEmpty)
    }

    @Test("a user who posts without end is throttled")
    func throttle() async throws {
        let fixture = try await BoardFixture()
        var refusal: DomainError?
        for _ in 0..<200 where refusal == nil {
            do { try await fixture.post("t0") } catch let error as DomainError { refusal = error }
        }
        #expect(refusal?.code == .rateLimited && refusal?.retryAfter ?? .zero > .zero)
        _ = try await fixture.posted("t0", as: bob)
    }
}
