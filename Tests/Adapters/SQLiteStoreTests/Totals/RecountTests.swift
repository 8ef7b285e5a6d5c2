import Catalog
import Listening
import Primitives
import Shelf
import StoreFixtures
import Support
import Testing

@Suite("Manually changed counts") struct RecountTests {
    private let ada = ListeningFixture.ada

    @Test("a recount repairs counts")
    func recount() async throws {
        let fixture = try await ListeningFixture()
        for track in ["t0", "t1", "t1"] { try await fixture.hear(track) }
        let raw = try RawDatabase(fixture.engine)
        try raw.change("UPDATE play_count SET plays = 9 WHERE track = 't0'")
        try raw.change("DELETE FROM play_count WHERE track = 't1'")
        #expect(try await fixture.engine.plays.recount() == 2)
        #expect(try await fixture.engine.plays.count(of: ID("t0"), by: ada.user).plays == 1)
        #expect(try await fixture.engine.plays.count(of: ID("t1"), by: ada.user).plays == 2)
    }

    @Test("a recount repairs the totals of ratings", arguments: ["t0", "a0", "p0"])
    func ratings(name: String) async throws {
        let fixture = try await ShelfFixture()
        let raw = try RawDatabase(fixture.engine)
        let subject = fixture.subject(name)
        try await fixture.rate(subject, 10)
        try raw.change("UPDATE \(subject.kind.rawValue)_rating_total SET sum = 3")
        #expect(try await fixture.engine.annotations.recount() == 2)
        #expect(try await fixture.annotation(subject).everybody == RatingTotal(count: 1, sum: 10))
    }

    @Test("a recount finds and corrects changed sums")
    func statistics() async throws {
        let fixture = try await StatisticsFixture()
        let raw = try RawDatabase(fixture.engine)
        let tally = "kind = 'track' AND span = 0 AND who = 'ada'"
        try await fixture.share(ada)
        try await fixture.play("t0", at: try fixture.instant("2026-11-20T10:00:00Z"))
        try raw.change("UPDATE listening_tally SET plays = 7 WHERE \(tally)")
        try raw.change("DELETE FROM listening_hour WHERE who = ''")
        #expect(try await fixture.engine.statistics.recount() == 2)
        #expect(try await fixture.engine.statistics.recount() == 0)
        #expect(try raw.number("SELECT plays FROM listening_tally WHERE \(tally)") == 1)
    }
}
