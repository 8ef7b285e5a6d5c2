import Board
import Catalog
import Primitives
import StoreFixtures
import Support
import Testing

@Suite("Stored reactions and comments") struct AnswerTests {
    private let ada = BoardFixture.ada
    private let bob = BoardFixture.bob
    private let mo = BoardFixture.mo

    @Test("each user has each reaction once, and removes only their own")
    func reactions() async throws {
        let fixture = try await BoardFixture()
        let post = try await fixture.posted("t0")
        func set(_ reaction: Reaction, _ isThere: Bool, as caller: Principal) async throws -> [ReactionCount] {
            try await fixture.board.setReaction(reaction, to: isThere, on: post, as: caller, from: "x").post.reactions
        }
        _ = try await set(.wow, true, as: ada)
        _ = try await set(.love, true, as: ada)
        _ = try await set(.love, true, as: ada)
        #expect(
            try await set(.love, true, as: bob) == [
                ReactionCount(reaction: .love, count: 2, isOwn: true),
                ReactionCount(reaction: .wow, count: 1, isOwn: false),
            ])
        #expect(try await fixture.journal("reaction.add") == 3)
        _ = try await set(.wow, false, as: bob)
        #expect(try await fixture.journal("reaction.remove") == 0)
        #expect(
            try await set(.love, false, as: ada) == [
                ReactionCount(reaction: .love, count: 1, isOwn: false),
                ReactionCount(reaction: .wow, count: 1, isOwn: true),
            ])
    }

    @Test("comments on a post and on the day are separate, newest first, page by page")
    func comments() async throws {
        let fixture = try await BoardFixture()
        let post = try await fixture.posted("t0")
        for number in 1...5 {
            fixture.clock.advance(by: .seconds(1))
            _ = try await fixture.comment("post \(number)", on: post, as: bob)
            _ = try await fixture.comment("day \(number)")
        }
        var cursor: Cursor?
        var texts: [String] = []
        repeat {
            let page = try await fixture.board.comments(on: post, PageRequest(limit: 2, cursor: cursor), as: ada)
            texts += page.items.map(\.text)
            cursor = page.next
        } while cursor != nil
        #expect(texts == ["post 5", "post 4", "post 3", "post 2", "post 1"])
        let day = try await fixture.board.comments(on: .today, .first(3), as: bob)
        #expect(day.items.map(\.text) == ["day 5", "day 4", "day 3"] && day.items.first?.author.name == "ada")
        #expect(try await fixture.today().posts.items.first?.post.comments == 5)
        #expect(try await fixture.board.days(.first(9), as: ada).items.map(\.comments) == [5])
    }

    @Test("the remote clients' chat is today's comments since a time, oldest first")
    func chat() async throws {
        let fixture = try await BoardFixture()
        _ = try await fixture.comment("one")
        let since: Timestamp = fixture.clock.now()
        fixture.clock.advance(by: .seconds(1))
        _ = try await fixture.comment("two", as: bob)
        fixture.clock.advance(by: .seconds(1))
        _ = try await fixture.comment("three")
        #expect(try await fixture.board.chat(after: nil, as: mo).map(\.text) == ["one", "two", "three"])
        #expect(try await fixture.board.chat(after: since, as: mo).map(\.text) == ["two", "three"])
        fixture.clock.set("2026-11-22T00:30:00+01:00")
        #expect(try await fixture.board.chat(after: nil, as: mo).isEmpty)
    }

    @Test("users remove only their own comments; a hidden one is visible to its author and moderators")
    func removalAndHiding() async throws {
        let fixture = try await BoardFixture()
        let comment = try await fixture.comment("rude", as: bob)
        let strange = await #expect(throws: DomainError.self) {
            try await fixture.board.remove(comment.id, as: mo, from: "x")
        }
        #expect(strange?.code == .forbidden)
        _ = try await fixture.board.hide(comment.id, because: "rude", as: mo, from: "x")
        #expect(try await fixture.board.comments(on: .today, .first(9), as: ada).items.isEmpty)
        #expect(try await fixture.board.comments(on: .today, .first(9), as: bob).items.first?.hiding?.reason == "rude")
        let unseen = await #expect(throws: DomainError.self) {
            try await fixture.board.remove(comment.id, as: ada, from: "x")
        }
        #expect(unseen?.code == .notFound)
        _ = try await fixture.board.hide(comment.id, because: nil, as: mo, from: "x")
        #expect(try await fixture.board.comments(on: .today, .first(9), as: ada).items.count == 1)
        try await fixture.board.remove(comment.id, as: bob, from: "x")
        #expect(try await fixture.board.comments(on: .today, .first(9), as: ada).items.isEmpty)
    }

    @Test("earlier days are read-only")
    func closed() async throws {
        let fixture = try await BoardFixture()
        let post = try await fixture.posted("t0")
        fixture.clock.set("2026-11-22T08:00:00Z")
        for call in [
            { _ = try await fixture.comment("late", on: post) },
            { _ = try await fixture.board.setReaction(.sad, to: true, on: post, as: bob, from: "x") },
            {
                let day = try #require(LocalDay(text: "2026-11-21"))
                _ = try await fixture.board.comment(CommentText("late"), on: .date(day), as: bob, from: "x")
            },
        ] as [() async throws -> Void] {
            let error = await #expect(throws: DomainError.self) { try await call() }
            #expect(error?.reason == "day_closed")
        }
        #expect(try await fixture.board.post(post, as: bob).track?.id == ID("t0"))
    }
}
