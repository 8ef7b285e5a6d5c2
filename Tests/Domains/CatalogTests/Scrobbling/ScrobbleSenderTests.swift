import Catalog
import GRDB
import Journal
import Primitives
import Support
import Synchronization
import Testing

@testable import Listening
@testable import SQLiteStore

@Suite("Scrobbling") struct ScrobbleSenderTests {
    @Test("a counted play is queued with it and sent once, in playing order") func once() async throws {
        let fixture = try await ScrobbleFixture()
        // Before the connection no play is queued.
        try await fixture.play(0, minutes: -60)
        try await fixture.connect()
        try await fixture.play(1, minutes: -10)
        try await fixture.play(2, minutes: -20)
        #expect(try await fixture.state().waiting == 2)
        try await fixture.work()
        #expect(fixture.client.taken() == [["Song 2", "Song 1"]])
        let state = try await fixture.state()
        #expect(state.waiting == 0 && state.link?.total == 2 && state.link?.name == "bo-there")
        try await fixture.work()
        #expect(fixture.client.taken().isEmpty)
    }

    @Test("an imported listen is never sent, not even with the history") func returned() async throws {
        let fixture = try await ScrobbleFixture()
        try await fixture.play(0, minutes: -60, source: .listenbrainz)
        try await fixture.connect()
        try await fixture.play(1, source: .listenbrainz)
        try await fixture.service.startHistory(as: ScrobbleFixture.bo, by: .gateway)
        try await fixture.work()
        #expect(fixture.client.taken().isEmpty)
        #expect(try await fixture.state().link?.history?.state == .done)
    }

    @Test("a rejected listen is found by bisection and set aside, and the others are sent once")
    func halves() async throws {
        let fixture = try await ScrobbleFixture(songs: 9)
        try await fixture.connect()
        for number in 0..<9 { try await fixture.play(number, minutes: number - 60) }
        fixture.client.answer { plays in
            if plays.contains(where: { $0.track.title == "Song 5" }) {
                throw ScrobbleFailure(.refused, text: "track_name is odd")
            }
            return ScrobbleReceipt()
        }
        try await fixture.work()
        #expect(fixture.client.stored.count == 8)
        let requests = fixture.client.taken()
        #expect(requests.filter { $0 == ["Song 5"] }.count == 1 && requests.count <= 8)
        let state = try await fixture.state()
        #expect(state.waiting == 0 && state.refused == 1 && state.link?.total == 8)
        #expect(state.lastRefused.map(\.title) == ["Song 5"] && state.lastRefused.first?.reason == "track_name is odd")
    }

    @Test("a failing server is retried at growing intervals, up to hours, and gets all plays in the end")
    func backoff() async throws {
        let fixture = try await ScrobbleFixture()
        try await fixture.connect()
        try await fixture.play(0)
        fixture.client.answer { _ in throw ScrobbleFailure(.failing) }
        var pauses: [Int64] = []
        for _ in 0..<12 {
            try await fixture.work()
            let link = try #require(try await fixture.state().link)
            let pause = try #require(link.retryAt).since(fixture.catalog.clock.now())
            pauses.append(pause.components.seconds + 1)
            // It is not retried early.
            fixture.catalog.clock.advance(by: pause - .seconds(1))
            _ = fixture.client.taken()
            try await fixture.work()
            #expect(fixture.client.taken().isEmpty)
            fixture.catalog.clock.advance(by: .seconds(2))
        }
        #expect(Array(pauses.prefix(4)) == [30, 60, 120, 240] && pauses.last == 6 * 3600)
        #expect(try await fixture.state().link?.trouble == .failing)
        fixture.client.answer { _ in ScrobbleReceipt() }
        try await fixture.work()
        let state = try await fixture.state()
        #expect(state.waiting == 0 && state.link?.trouble == nil && state.link?.failures == 0)
    }

    @Test("Retry-After and rate limit headers are respected") func limits() async throws {
        let fixture = try await ScrobbleFixture()
        try await fixture.connect()
        try await fixture.play(0)
        fixture.client.answer { _ in throw ScrobbleFailure(.limit, retryAfter: .seconds(7)) }
        let rest = try await fixture.work()
        #expect(rest > .seconds(6) && rest <= .seconds(7))
        fixture.catalog.clock.advance(by: .seconds(8))
        fixture.client.answer { _ in ScrobbleReceipt(pause: .seconds(9)) }
        try await fixture.work()
        try await fixture.play(1)
        _ = fixture.client.taken()
        let later = try await fixture.work()
        #expect(fixture.client.taken().isEmpty && later > .seconds(8) && later <= .seconds(9))
        fixture.catalog.clock.advance(by: .seconds(10))
        try await fixture.work()
        #expect(fixture.client.taken() == [["Song 1"]])
    }

    @Test("after an unknown outcome the play is sent again with the same time, so that it is not duplicated")
    func unknown() async throws {
        let fixture = try await ScrobbleFixture()
        try await fixture.connect()
        try await fixture.play(0)
        let sent = Mutex<[Scrobble]>([])
        fixture.client.answer { plays in
            let isFirst = sent.withLock { sent in
                defer { sent += plays }
                return sent.isEmpty
            }
            if isFirst { throw ScrobbleFailure(.slow) }
            return ScrobbleReceipt()
        }
        try await fixture.work()
        // The song is renamed meanwhile.
        let track = try #require(try await fixture.catalog.track("Song 0")).id
        try await fixture.catalog.edit(track) { $0.title = .set("Renamed") }
        fixture.catalog.clock.advance(by: .seconds(60))
        try await fixture.work()
        let all = sent.withLock { $0 }
        #expect(all.count == 2 && all[0] == all[1])
        #expect(fixture.client.stored.count == 1)
    }

    @Test("a rejected token pauses the link with one notification, and a new token sends the waiting plays")
    func paused() async throws {
        let fixture = try await ScrobbleFixture()
        try await fixture.connect()
        try await fixture.play(0)
        fixture.client.answer { _ in throw ScrobbleFailure(.token) }
        try await fixture.work()
        try await fixture.play(1, minutes: 5)
        fixture.catalog.clock.advance(by: .seconds(86_400))
        try await fixture.work()
        #expect(fixture.client.taken().count == 1)
        #expect(try await fixture.notices() == ["scrobblingPaused"])
        #expect(try await fixture.state().link?.pause == .token)
        fixture.client.answer { _ in ScrobbleReceipt() }
        try await fixture.connect()
        try await fixture.work()
        #expect(fixture.client.taken() == [["Song 0", "Song 1"]])
        #expect(try await fixture.state().link?.pause == nil)
    }

    @Test("a token sealed with another secret is not sent") func lost() async throws {
        let fixture = try await ScrobbleFixture()
        try await fixture.connect()
        try await fixture.play(0)
        try await fixture.work(secret: 1)
        #expect(fixture.client.taken().isEmpty)
        #expect(try await fixture.state().link?.pause == .tokenLost)
        #expect(try await fixture.notices() == ["scrobblingPaused"])
    }

    @Test("plays are dropped after two weeks, with a notification once a day, even if the service is off")
    func givenUp() async throws {
        let fixture = try await ScrobbleFixture()
        try await fixture.connect()
        try await fixture.play(0)
        fixture.turnOff()
        fixture.catalog.clock.advance(by: .seconds(14 * 86_400 - 60))
        try await fixture.work()
        #expect(try await fixture.state().waiting == 1)
        fixture.catalog.clock.advance(by: .seconds(120))
        try await fixture.work()
        #expect(try await fixture.state().waiting == 0)
        #expect(try await fixture.notices() == ["scrobblesGivenUp"])
        #expect(fixture.client.taken().isEmpty)
    }

    @Test("a token is sent only to the address that it was entered for") func elsewhere() async throws {
        let fixture = try await ScrobbleFixture()
        try await fixture.connect()
        try await fixture.play(0)
        fixture.turnOff("https://other.example")
        try await fixture.work()
        #expect(fixture.client.taken().isEmpty)
        #expect(try await fixture.state().isElsewhere)
    }

    @Test("a new account there gets no plays queued for the former one, which gets no later plays")
    func exchanged() async throws {
        let fixture = try await ScrobbleFixture()
        try await fixture.connect()
        try await fixture.play(0)
        try await fixture.work {
            guard try await fixture.state().link?.name == "bo-there" else { return }
            try await fixture.connect("other")
            try await fixture.play(1, minutes: 5)
        }
        #expect(fixture.client.taken() == [["Song 1"]] && fixture.client.used == ["other"])
        #expect(try await fixture.state().link?.name == "bo-elsewhere")
    }

    @Test("nothing is sent once the service is off, even during a round") func switchedOff() async throws {
        let fixture = try await ScrobbleFixture()
        try await fixture.connect()
        try await fixture.play(0)
        try await fixture.work { fixture.turnOff() }
        #expect(try await fixture.state().waiting == 1 && fixture.client.taken().isEmpty)
    }

    @Test("no request is sent while the service is off, and disconnecting deletes the token and the queue")
    func off() async throws {
        let fixture = try await ScrobbleFixture()
        try await fixture.connect()
        try await fixture.play(0)
        fixture.turnOff()
        try await fixture.work()
        #expect(fixture.client.taken().isEmpty)
        await #expect(throws: DomainError.self) { try await fixture.connect() }
        try await fixture.service.disconnect(as: ScrobbleFixture.bo, by: .gateway)
        #expect(try await fixture.rows() == 0)
        try await fixture.play(1)
        #expect(try await fixture.state().waiting == 0)
        // Deleting the account does the same.
        fixture.turnOff(ScrobbleFixture.base)
        try await fixture.connect()
        try await fixture.play(2)
        #expect(try await fixture.rows() == 2)
        try await fixture.catalog.database.write(.accounts) { db in
            try db.execute(sql: "DELETE FROM account WHERE id = 'bo'")
        }
        #expect(try await fixture.rows() == 0)
    }

    @Test("a started track is announced at once, unless its player scrobbles itself")
    func announced() async throws {
        let fixture = try await ScrobbleFixture()
        try await fixture.connect()
        let announcer = ScrobbleAnnouncer(
            fixture.beginnings, store: fixture.store, client: fixture.client,
            sealer: SecretSealer(key: Array(0..<32)), catalog: fixture.catalog.store,
            server: { ScrobbleFixture.base }, person: { _ in ScrobbleFixture.bo }, clock: fixture.catalog.clock)
        let work = Task { await announcer.work() }
        defer { work.cancel() }
        for (number, isHandedOn) in [(0, false), (1, true)] {
            let track = try #require(try await fixture.catalog.track("Song \(number)")).id
            let report = try PlayerReport(
                track: track, state: .starting, client: "Tuner", counts: false, timeout: .seconds(10))
            try await fixture.listening.report(
                report, as: ScrobbleFixture.bo, from: "test", isHandedOn: isHandedOn)
        }
        try await waitUntil("it is shown") { !fixture.client.announced.isEmpty }
        #expect(fixture.client.announced == ["Nina: Song 1 by Tuner"])
    }

    @Test("nothing is announced to a paused server") func announcedLater() async throws {
        let fixture = try await ScrobbleFixture()
        try await fixture.connect()
        try await fixture.play(0)
        fixture.client.answer { _ in throw ScrobbleFailure(.failing) }
        try await fixture.work()
        let announcer = ScrobbleAnnouncer(
            fixture.beginnings, store: fixture.store, client: fixture.client,
            sealer: SecretSealer(key: Array(0..<32)), catalog: fixture.catalog.store,
            server: { ScrobbleFixture.base }, person: { _ in ScrobbleFixture.bo }, clock: fixture.catalog.clock)
        let track = try #require(try await fixture.catalog.track("Song 1")).id
        let beginning = PlayBeginnings.Beginning(user: ScrobbleFixture.bo.user, track: track, client: "Tuner")
        try await announcer.send(beginning)
        #expect(fixture.client.announced.isEmpty)
        fixture.catalog.clock.advance(by: .seconds(31))
        try await announcer.send(beginning)
        #expect(fixture.client.announced == ["Nina: Song 1 by Tuner"])
    }
}
