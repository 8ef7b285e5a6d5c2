import Catalog
import Journal
import Primitives
import Support
import Testing

@testable import Listening

@Suite("Scrobbling and importing whole histories") struct ScrobbleHistoryTests {
    @Test("earlier plays are sent after current ones, and stopping drops the waiting ones")
    func history() async throws {
        let fixture = try await ScrobbleFixture(songs: 4)
        for number in 0..<3 { try await fixture.play(number, minutes: number * 10 - 100) }
        try await fixture.connect()
        try await fixture.play(3)
        try await fixture.service.startHistory(as: ScrobbleFixture.bo, by: .gateway)
        try await fixture.work()
        #expect(fixture.client.taken() == [["Song 3"], ["Song 0", "Song 1", "Song 2"]])
        let history = try #require(try await fixture.state().link?.history)
        #expect(history.state == .done && history.total == 3 && history.done == 3)
        // Starting again sends the same times, which the server already has.
        try await fixture.service.startHistory(as: ScrobbleFixture.bo, by: .gateway)
        fixture.client.answer { _ in throw ScrobbleFailure(.failing) }
        try await fixture.work()
        #expect(try await fixture.state().waiting == 3 && fixture.client.stored.count == 4)
        try await fixture.service.stopHistory(as: ScrobbleFixture.bo, by: .gateway)
        #expect(try await fixture.state().waiting == 0)
    }

    @Test("a restarted history continues with plays that waited when it was stopped") func resumed() async throws {
        let fixture = try await ScrobbleFixture(songs: 4)
        for number in 0..<4 { try await fixture.play(number, minutes: number * 10 - 100) }
        try await fixture.connect()
        try await fixture.service.startHistory(as: ScrobbleFixture.bo, by: .gateway)
        // The oldest play is accepted, and the others wait.
        fixture.client.answer { plays in
            ScrobbleReceipt(delayed: Set(plays.map(\.play).dropFirst()))
        }
        try await fixture.work()
        #expect(fixture.client.stored.count == 1)
        try await fixture.service.stopHistory(as: ScrobbleFixture.bo, by: .gateway)
        let stopped = try #require(try await fixture.state().link?.history)
        #expect(stopped.state == .stopped && stopped.done == 0)
        fixture.client.answer { _ in ScrobbleReceipt() }
        fixture.catalog.clock.advance(by: .seconds(3700))
        try await fixture.service.startHistory(as: ScrobbleFixture.bo, by: .gateway)
        try await fixture.work()
        let end = try #require(try await fixture.state().link?.history)
        #expect(end.state == .done && end.done == 4 && end.total == 4 && fixture.client.stored.count == 4)
    }

    @Test("listens are imported page by page, continue after an interruption, and end") func imported() async throws {
        let fixture = try await ScrobbleFixture()
        try await fixture.connect()
        func page(_ seconds: [Int64], artist: String = "Nina") -> ListenPage {
            let plays = seconds.map {
                NamedPlay(
                    track: NamedTrack(title: "Song", artist: artist), playedAt: Timestamp(milliseconds: $0 * 1000),
                    client: nil)
            }
            return ListenPage(plays: plays, oldest: seconds.min(), pause: seconds.contains(500) ? .seconds(5) : nil)
        }
        fixture.client.page(before: nil, page([1000, 900]))
        // All listens of this page are in the same second. The import then continues before that second.
        fixture.client.page(before: 901, page([900, 900]))
        fixture.client.page(before: 900, page([500], artist: "Nobody"))
        fixture.client.page(before: 501, page([500], artist: "Nobody"))
        try await fixture.service.startImport(as: ScrobbleFixture.bo, by: .gateway)
        try await fixture.work()
        let cut = try #require(try await fixture.state().link?.listens)
        #expect(cut.state == .running && cut.before == 501 && cut.added == 3 && cut.unmatched == 0)
        fixture.catalog.clock.advance(by: .seconds(6))
        try await fixture.work()
        fixture.catalog.clock.advance(by: .seconds(6))
        try await fixture.work()
        let end = try #require(try await fixture.state().link?.listens)
        #expect(end.state == .done && end.read == 4 && end.added == 3 && end.unmatched == 1)
        #expect(fixture.client.taken().map { $0[0].split(separator: " ").last } == ["now", "901", "900", "501", "500"])
    }
}
