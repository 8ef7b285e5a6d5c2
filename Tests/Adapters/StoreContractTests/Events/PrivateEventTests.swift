import Journal
import Listening
import Primitives
import Shelf
import StoreFixtures
import Support
import Testing

/// The events that an action appends must not reach users who may not see them.
@Suite("The audience of events") struct PrivateEventTests {
    private let ada = ShelfFixture.ada
    private let bob = ShelfFixture.bob
    private let cleo = ShelfFixture.cleo

    /// The events that `body` appends, as `listener` receives them.
    private func heard(
        by listener: Principal, in fixture: ShelfFixture, _ body: () async throws -> Void
    ) async throws -> [Event] {
        let log = fixture.engine.events
        let before = try await log.newest()
        try await body()
        let events = try #require(try await log.events(after: before, limit: 100)).map(\.event)
        #expect(!events.isEmpty)
        return events.filter { listener.hears($0.audience) }
    }

    private func play(_ track: String, in fixture: ShelfFixture) async throws {
        let now = fixture.clock.now() as Timestamp
        let play = Play(
            id: .make(at: now), user: ada.user, track: ID(track), playedAt: now, client: "test",
            playID: PlayID(of: ID(track), at: now))
        let entry = JournalEntry(
            at: now, by: .init(user: ada.user, origin: "test"), "play.record", .init(kind: "track", id: track))
        _ = try await fixture.engine.plays.record(play, journal: entry)
        fixture.clock.advance(by: .seconds(1))
    }

    @Test("private likes, plays and playlists reach only the user's own devices")
    func own() async throws {
        let fixture = try await ShelfFixture()
        let events = try await heard(by: bob, in: fixture) {
            try await fixture.like(.track(ID("t0")), fixture.subject("a1"), fixture.subject("p0"))
            try await fixture.unlike(.track(ID("t0")))
            try await play("t1", in: fixture)
            let list = try await fixture.playlist(["t0"])
            try await fixture.edit(list, .append(["t1"].ids))
            try await fixture.playlists.delete(list, as: ada, from: ShelfFixture.origin)
        }
        #expect(events == [])
    }

    @Test("shared likes and plays reach everyone who sees the library, and nobody else")
    func shared() async throws {
        let fixture = try await ShelfFixture()
        try await fixture.annotations.setSharing(.gateway, as: ada, from: ShelfFixture.origin)
        let sources = try await heard(by: bob, in: fixture) {
            try await fixture.like(.track(ID("x0")))
            try await play("x0", in: fixture)
        }.map(SmartEvents.source)
        #expect(sources == [.shelf, .listening])
        let hidden = try await heard(by: cleo, in: fixture) {
            try await fixture.unlike(.track(ID("x0")))
            try await play("x0", in: fixture)
        }
        #expect(hidden == [])
        let open = try await heard(by: cleo, in: fixture) { try await fixture.like(.track(ID("t0"))) }
        #expect(open.map(SmartEvents.source) == [.shelf])
    }

    @Test("a public playlist's changes reach everyone, a collaborative one's its members")
    func playlists() async throws {
        let fixture = try await ShelfFixture()
        let list = try await fixture.playlist(["t0"])
        let published = try await heard(by: bob, in: fixture) { try await fixture.share(list, .public) }
        #expect(published.map(\.name) == [.playlist])
        let withdrawn = try await heard(by: bob, in: fixture) { try await fixture.share(list, .private) }
        #expect(withdrawn.map { $0.data["gone"] } == [.flag(true)])
        let after = try await heard(by: bob, in: fixture) { try await fixture.edit(list, .append(["t1"].ids)) }
        #expect(after == [])
    }
}
