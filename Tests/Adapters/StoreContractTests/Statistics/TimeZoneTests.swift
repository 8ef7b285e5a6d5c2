import Foundation
import Listening
import Primitives
import StoreFixtures
import Testing

@Suite("Statistics in another time zone") struct TimeZoneTests {
    @Test("another time zone moves plays to other days, and the same one changes nothing")
    func zone() async throws {
        let fixture = try await StatisticsFixture()
        let store = fixture.engine.statistics
        try await fixture.play("t0", at: try fixture.instant("2026-11-20T23:30:00Z"))
        let warsaw = try #require(TimeZone(identifier: "Europe/Warsaw"))
        #expect(try await !store.use(warsaw))
        let all = StatisticsPeriod(.all, around: fixture.service.today)
        let ada = StatisticsAudience.person(StatisticsFixture.ada.user)
        #expect(try await store.days(of: ada, all, in: .everything).map(\.day.text) == ["2026-11-21"])
        #expect(try await store.use(.gmt))
        #expect(try await store.days(of: ada, all, in: .everything).map(\.day.text) == ["2026-11-20"])
        #expect(try await store.recount() == 0)
    }
}
