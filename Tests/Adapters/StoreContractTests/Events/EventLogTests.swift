import Board
import Journal
import Primitives
import StoreFixtures
import Testing

@Suite("Stored events") struct EventLogTests {
    private struct Fixture {
        let engine: Engine
        var log: any EventLog { engine.events }

        init() throws {
            engine = try .sqlite()
        }

        func append(_ events: [Event]) async throws {
            try await engine.write(at: Timestamp(milliseconds: 0), events: events)
        }
    }

    /// The number of events that are stored.
    private static let kept = 10_000

    @Test("events are read back unchanged, in commit order, after any position that is still stored")
    func roundTrip() async throws {
        let fixture = try Fixture()
        #expect(try await fixture.log.newest() == 0)
        #expect(try await fixture.log.events(after: 0, limit: 9) == [])
        #expect(try await fixture.log.events(after: 1, limit: 9) == nil)
        let events = [
            Event(
                .board, to: .everyone,
                ["text": "ż\"\n", "count": .integer(.max), "half": .number(4.5), "flag": .flag(true)]),
            Event(.queue, to: .person(ID("ada"))), Event(.rating, to: .library("l")),
            Event(.moderation, to: .may(.moderate)),
        ]
        try await fixture.append(events)
        #expect(try await fixture.log.newest() == 4)
        #expect(try await fixture.log.events(after: 0, limit: 9)?.map(\.event) == events)
        #expect(try await fixture.log.events(after: 1, limit: 2)?.map(\.number) == [2, 3])
        #expect(try await fixture.log.events(after: 4, limit: 9) == [])
        #expect(try await fixture.log.events(after: 5, limit: 9) == nil)
    }

    @Test("only the latest are stored; an earlier position is unknown, and no number is reused")
    func bounded() async throws {
        let fixture = try Fixture()
        let over = 25
        try await fixture.append((0..<Self.kept + over).map { _ in Event(.board, to: .everyone) })
        let last = Int64(Self.kept + over)
        #expect(try await fixture.log.events(after: Int64(over), limit: Self.kept + 1)?.count == Self.kept)
        #expect(try await fixture.log.events(after: Int64(over) - 1, limit: 1) == nil)
        #expect(try await fixture.log.events(after: Int64(over), limit: 1)?.first?.number == Int64(over) + 1)
        #expect(try await fixture.log.newest() == last)
        #expect(try await fixture.log.events(after: last, limit: 1) == [])
        try await fixture.append([Event(.wish, to: .everyone)])
        #expect(try await fixture.log.newest() == last + 1)
    }

    @Test("board events contain their day and post, and never the song")
    func board() async throws {
        let fixture = try await BoardFixture()
        let post = try await fixture.posted("t0")
        _ = try await fixture.board.setReaction(.love, to: true, on: post, as: BoardFixture.bob, from: "x")
        _ = try await fixture.board.setReaction(.love, to: true, on: post, as: BoardFixture.bob, from: "x")
        let comment = try await fixture.comment("nice", on: post)
        _ = try await fixture.board.hide(comment.id, because: "x", as: BoardFixture.mo, from: "x")
        try await fixture.board.remove(post, as: BoardFixture.ada, from: "x")
        let events = try await fixture.loggedEvents()
        #expect(!"\(events)".contains("t0"))
        #expect(
            events.filter { $0.name == .board } == [
                BoardEvents.event(.opened, on: comment.day), BoardEvents.event(.posted, on: comment.day, post: post),
                BoardEvents.event(.reacted, on: comment.day, post: post),
                BoardEvents.event(.commented, on: comment.day, post: post, comment: comment.id),
                BoardEvents.event(.commentHidden, on: comment.day, post: post, comment: comment.id),
                BoardEvents.event(.removed, on: comment.day, post: post),
            ])
    }
}
