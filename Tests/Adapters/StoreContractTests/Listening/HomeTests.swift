import Catalog
import Foundation
import Listening
import Primitives
import StoreFixtures
import Support
import Testing

/// Listening on the home screen: the user's own, and others'.
@Suite("Home") struct HomeTests {
    private static let (ada, bob) = (ListeningFixture.ada, ListeningFixture.bob)

    /// The clock shows noon of 26 November 2026 in Warsaw.
    private static func fixture(tracks: Int = 8) async throws -> StatisticsFixture {
        let fixture = try await StatisticsFixture(tracks: tracks)
        fixture.listening.clock.set("2026-11-26T11:00:00Z")
        return fixture
    }

    private static func home(_ fixture: StatisticsFixture, as caller: Principal = ada) async throws -> PersonalHome {
        try await fixture.listening.home.home(as: caller)
    }

    private static func start(
        _ track: String, _ event: PlaybackEvent = .start, in fixture: StatisticsFixture, as caller: Principal = bob
    ) async throws {
        try await fixture.listening.report(try PlayID(UUID().uuidString), track, event, 0, as: caller)
    }

    @Test("a new user has no personal row, and the default order") func newcomer() async throws {
        let home = try await Self.home(try await Self.fixture())
        #expect(home.tiles.isEmpty && home.recentlyPlayed.isEmpty && home.rediscover.isEmpty && home.popular.isEmpty)
        #expect(home.onThisDay.isEmpty && home.friends.isEmpty && home.isNewcomer)
        #expect(home.order == HomeRow.allCases)
    }

    @Test("an album played three times lately is a tile; others' plays do not count")
    func tiles() async throws {
        let fixture = try await Self.fixture()
        for hour in 10..<13 { try await fixture.play("t0", at: fixture.instant("2026-11-25T\(hour):00:00Z")) }
        for _ in 0..<5 { try await fixture.play("t6", at: fixture.instant("2026-11-25T09:00:00Z"), as: Self.bob) }
        let tiles = try await Self.home(fixture).tiles
        #expect(
            tiles.map {
                if case .album(let album) = $0 { album.name } else { "?" }
            } == ["a0"])
    }

    @Test("a track played eight times but not for ninety days is rediscovered") func rediscover() async throws {
        let fixture = try await Self.fixture()
        for minute in 10..<18 {
            try await fixture.play("t0", at: fixture.instant("2026-05-01T10:\(minute):00Z"))
            try await fixture.play("t2", at: fixture.instant("2026-11-01T10:\(minute):00Z"))
        }
        for minute in 10..<17 { try await fixture.play("t4", at: fixture.instant("2026-05-01T10:\(minute):00Z")) }
        #expect(try await Self.home(fixture).rediscover.map(\.name) == ["a0"])
        try await fixture.play("t0", at: fixture.instant("2026-11-26T10:00:00Z"))
        #expect(try await Self.home(fixture).rediscover.isEmpty)
    }

    @Test("plays on this day of earlier years are shown, by the server's time zone")
    func onThisDay() async throws {
        let fixture = try await Self.fixture()
        // Half past midnight in Warsaw.
        try await fixture.play("t0", at: fixture.instant("2025-11-25T23:30:00Z"))
        try await fixture.play("t2", at: fixture.instant("2023-11-26T10:00:00Z"))
        try await fixture.play("t0", at: fixture.instant("2023-11-26T10:00:00Z"))
        try await fixture.play("t4", at: fixture.instant("2025-11-27T10:00:00Z"))
        try await fixture.play("t6", at: fixture.instant("2025-11-26T10:00:00Z"), as: Self.bob)
        let past = try await Self.home(fixture).onThisDay
        #expect(past.map { "\($0.album.name) \($0.yearsAgo)" } == ["a0 1", "a1 3"])
    }

    @Test("others see a user's current song only with consent, and only in their own libraries")
    func friends() async throws {
        let fixture = try await Self.fixture()
        let service = fixture.listening.home
        try await Self.start("t0", in: fixture)
        // Taking part in the group's statistics is no consent to be named.
        try await fixture.share(Self.bob)
        #expect(try await service.friends(as: Self.ada).isEmpty)
        try await service.setPlaybackSharing(.gateway, as: Self.bob, from: "192.0.2.1")
        #expect(try await service.friends(as: Self.ada).map { "\($0.person.id) \($0.track.id)" } == ["bob t0"])
        #expect(try await service.friends(as: Self.bob).isEmpty)
        let elsewhere = Principal(user: Self.ada.user, role: .listener, libraries: .only(["l1"]))
        #expect(try await service.friends(as: elsewhere).isEmpty)
        try await service.setPlaybackSharing(.nobody, as: Self.bob, from: "192.0.2.1")
        #expect(try await service.friends(as: Self.ada).isEmpty)
    }

    @Test("a paused or stopped user plays nothing") func paused() async throws {
        let fixture = try await Self.fixture()
        let service = fixture.listening.home
        try await service.setPlaybackSharing(.gateway, as: Self.bob, from: "192.0.2.1")
        try await Self.start("t0", .pause, in: fixture)
        #expect(try await service.friends(as: Self.ada).isEmpty)
        try await Self.start("t1", in: fixture)
        #expect(try await service.friends(as: Self.ada).map(\.track.id) == [ID("t1")])
        fixture.listening.clock.advance(by: .seconds(3600))
        #expect(try await service.friends(as: Self.ada).isEmpty)
    }

    @Test("popular is what the group plays this month, then the most played overall") func popular() async throws {
        let fixture = try await Self.fixture()
        for minute in 10..<13 { try await fixture.play("t0", at: fixture.instant("2026-11-02T10:\(minute):00Z")) }
        for minute in 10..<15 {
            try await fixture.play("t2", at: fixture.instant("2026-10-02T10:\(minute):00Z"), as: Self.bob)
        }
        let service = fixture.listening.home
        #expect(try await service.popular(as: Self.bob).map(\.id) == [ID("t2"), ID("t0")])
        try await fixture.share(Self.ada)
        #expect(try await service.popular(as: Self.bob).map(\.id) == [ID("t0"), ID("t2")])
        let elsewhere = Principal(user: Self.bob.user, role: .listener, libraries: .only(["l1"]))
        #expect(try await service.popular(as: elsewhere).isEmpty)
    }

    @Test("a row that a user opens moves up for that user alone") func order() async throws {
        let fixture = try await Self.fixture()
        for _ in 0..<40 { try await fixture.listening.home.use(.genres, as: Self.ada) }
        #expect(try await Self.home(fixture).order.first == .genres)
        #expect(try await Self.home(fixture, as: Self.bob).order == HomeRow.allCases)
        // After a year the habit no longer counts.
        fixture.listening.clock.set("2027-11-26T11:00:00Z")
        #expect(try await Self.home(fixture).order.first == HomeRow.allCases.first)
    }
}
