import Catalog
import GRDB
import Journal
import Primitives
import Support
import Synchronization
import Testing

@testable import Listening
@testable import SQLiteStore

/// The rules specific to Last.fm: which plays are sent, results for single plays, the server's registration, consents.
@Suite("Scrobbling to Last.fm") struct LastFMTests {
    private static let keys = ApplicationKeys(
        root: ScrobbleFixture.base, page: "https://fm.example/auth", key: "KEY", secret: "shh")

    @Test("each service has its own link and outbox; short songs and plays imported from there are omitted")
    func kinds() async throws {
        let fixture = try await ScrobbleFixture(.lastfm, shortest: 29_999)
        let listens = ScrobbleService(
            store: SQLiteScrobbleStore(fixture.catalog.database, of: .listenbrainz), kind: .listenbrainz,
            sealer: SecretSealer(key: Array(0..<32)), server: { ScrobbleFixture.base },
            clock: fixture.catalog.clock)
        try await fixture.connect()
        try await ScrobbleTokenService(scrobbles: listens, client: fixture.client).connect(
            "good", as: ScrobbleFixture.bo, by: .gateway)
        try await fixture.play(0, minutes: -30)
        try await fixture.play(1, minutes: -20)
        try await fixture.play(2, minutes: -10, source: .lastfm)
        #expect(try await fixture.state().waiting == 1)
        #expect(try await listens.state(as: ScrobbleFixture.bo).waiting == 3)
        try await fixture.work()
        #expect(fixture.client.taken() == [["Song 1"]])
        #expect(try await listens.state(as: ScrobbleFixture.bo).waiting == 3)
        try await fixture.service.disconnect(as: ScrobbleFixture.bo, by: .gateway)
        let other = try await listens.state(as: ScrobbleFixture.bo)
        #expect(other.waiting == 3 && other.link?.name == "bo-there")
        // Deleting the account ends both links.
        try await fixture.connect()
        try await fixture.play(1, minutes: 10)
        try await fixture.catalog.database.write(.accounts) { db in
            try db.execute(sql: "DELETE FROM account WHERE id = 'bo'")
        }
        #expect(try await fixture.rows() == 0)
    }

    @Test("fifty are sent at a time, ignored ones are set aside with the reason, and the day's limit waits an hour")
    func words() async throws {
        let fixture = try await ScrobbleFixture(.lastfm)
        try await fixture.connect()
        for number in 0..<52 { try await fixture.play(number % 3, minutes: number * 5 - 400) }
        fixture.client.answer { plays in
            guard plays.count < 50 else { return ScrobbleReceipt() }
            return ScrobbleReceipt(refused: [plays[0].play: "Too old"], delayed: [plays[1].play])
        }
        try await fixture.work()
        #expect(fixture.client.taken().map(\.count) == [50, 2])
        let state = try await fixture.state()
        #expect(state.link?.total == 50 && state.waiting == 1 && state.link?.trouble == .limit)
        #expect(state.lastRefused.map(\.reason) == ["Too old"])
        fixture.client.answer { _ in ScrobbleReceipt() }
        fixture.catalog.clock.advance(by: .seconds(3590))
        try await fixture.work()
        #expect(fixture.client.taken().isEmpty)
        fixture.catalog.clock.advance(by: .seconds(20))
        try await fixture.work()
        let end = try await fixture.state()
        #expect(end.waiting == 0 && end.link?.total == 51 && end.link?.trouble == nil)
    }

    @Test("a rejected registration loses no plays, pauses no user, and is retried once it is changed")
    func registration() async throws {
        let fixture = try await ScrobbleFixture(.lastfm)
        try await fixture.connect()
        try await fixture.play(0)
        fixture.client.answer { _ in throw ScrobbleFailure(.application) }
        try await fixture.work()
        let state = try await fixture.state()
        #expect(state.waiting == 1 && state.link?.trouble == .application && state.link?.pause == nil)
        #expect(try await fixture.notices().isEmpty)
        let sealer = SecretSealer(key: Array(1..<33))
        let store = SQLiteScrobbleApplicationStore(fixture.catalog.database)
        let service = ScrobbleApplicationService(
            store: store, client: fixture.client, sealer: sealer, address: { $0 }, clock: fixture.catalog.clock)
        let admin = TestCatalog.admin
        #expect(try await service.state(as: admin).trouble == .application)
        await #expect(throws: DomainError.self) { _ = try await service.state(as: ScrobbleFixture.bo) }
        let change = ScrobbleApplicationChange(isOn: true, root: "https://a.example/", key: "K", secret: "shh")
        try await service.edit(change, as: admin, by: .gateway)
        #expect(try await service.state(as: admin).trouble == nil)
        fixture.client.answer { _ in ScrobbleReceipt() }
        try await fixture.work()
        #expect(try await fixture.state().waiting == 0)
        // The secret is used only for its own address, and decrypted only with this server's own secret.
        let keys = try await store.keys(sealer)
        #expect(keys?.secret == "shh" && keys?.root == "https://a.example/")
        #expect(try await store.keys(SecretSealer(key: Array(0..<32))) == nil)
        await #expect(throws: DomainError.self) {
            try await service.edit(.init(root: "https://b.example/"), as: admin, by: .gateway)
        }
        await #expect(throws: DomainError.self) {
            try await service.edit(.init(secret: .some(nil)), as: admin, by: .gateway)
        }
        try await service.edit(.init(isOn: false), as: admin, by: .gateway)
        #expect(try await store.keys(sealer) == nil)
    }

    @Test("a consent belongs to the user who requested it, and waits for an hour")
    func consent() async throws {
        let fixture = try await ScrobbleFixture(.lastfm)
        let current = Mutex<ApplicationKeys?>(Self.keys)
        let service = ScrobbleConsentService(
            scrobbles: fixture.service, client: fixture.client, keys: { current.withLock { $0 } },
            clock: fixture.catalog.clock)
        let reason = { (caller: Principal) async -> String? in
            do {
                try await service.connect(as: caller, by: .gateway)
                return nil
            } catch { return (error as? DomainError)?.reason }
        }
        #expect(try await service.begin(as: ScrobbleFixture.bo) == "https://fm.example/auth?token=token-1")
        #expect(await reason(ScrobbleFixture.bo) == "scrobbling_pending")
        fixture.client.consent(.granted(name: "bo-fm", session: "S"))
        _ = fixture.client.taken()
        // The other user has requested nothing, so no request is sent.
        #expect(await reason(TestCatalog.admin) == "scrobbling_ended")
        #expect(service.page(for: TestCatalog.admin) == nil && fixture.client.taken().isEmpty)
        #expect(await reason(ScrobbleFixture.bo) == nil)
        #expect(fixture.client.taken() == [["session of token-1"]])
        #expect(try await fixture.state().link?.name == "bo-fm" && service.page(for: ScrobbleFixture.bo) == nil)
        // A consent works once, and at most for an hour.
        #expect(await reason(ScrobbleFixture.bo) == "scrobbling_ended")
        _ = try await service.begin(as: ScrobbleFixture.bo)
        fixture.catalog.clock.advance(by: .seconds(3601))
        #expect(await reason(ScrobbleFixture.bo) == "scrobbling_ended")
        // After a change of registration it is void.
        _ = try await service.begin(as: ScrobbleFixture.bo)
        current.withLock { $0 = ApplicationKeys(root: Self.keys.root, page: "https://p", key: "K2", secret: "s") }
        #expect(await reason(ScrobbleFixture.bo) == "scrobbling_ended")
        fixture.client.consent(.ended)
        _ = try await service.begin(as: ScrobbleFixture.bo)
        #expect(await reason(ScrobbleFixture.bo) == "scrobbling_ended")
        #expect(service.page(for: ScrobbleFixture.bo) == nil)
    }

    @Test("a started track is announced to both services") func announced() async throws {
        let fixture = try await ScrobbleFixture(.lastfm)
        let other = ScriptedScrobbles()
        try await fixture.connect()
        let store = SQLiteScrobbleStore(fixture.catalog.database, of: .listenbrainz)
        let sealer = SecretSealer(key: Array(0..<32))
        let listens = ScrobbleService(
            store: store, kind: .listenbrainz, sealer: sealer, server: { ScrobbleFixture.base },
            clock: fixture.catalog.clock)
        try await ScrobbleTokenService(scrobbles: listens, client: other).connect(
            "good", as: ScrobbleFixture.bo, by: .gateway)
        let announcers = [
            (fixture.store, fixture.client), (store, other),
        ].map { store, client in
            ScrobbleAnnouncer(
                fixture.beginnings, store: store, client: client, sealer: sealer, catalog: fixture.catalog.store,
                server: { ScrobbleFixture.base }, person: { _ in ScrobbleFixture.bo }, clock: fixture.catalog.clock)
        }
        let works = announcers.map { announcer in Task { await announcer.work() } }
        defer { for work in works { work.cancel() } }
        let track = try #require(try await fixture.catalog.track("Song 1")).id
        let report = try PlayerReport(
            track: track, state: .starting, client: "Tuner", counts: false, timeout: .seconds(10))
        try await fixture.listening.report(report, as: ScrobbleFixture.bo, from: "test", isHandedOn: true)
        try await waitUntil("both show it") { !fixture.client.announced.isEmpty && !other.announced.isEmpty }
    }
}
