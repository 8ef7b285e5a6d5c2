import Catalog
import Foundation
import Journal
import Listening
import Primitives
import Shelf
import StoreFixtures
import Testing

@Suite("Statistics") struct StatisticsTests {
    private let ada = StatisticsAudience.person(StatisticsFixture.ada.user)

    private func period(_ unit: StatisticsPeriod.Unit, _ day: String = "2026-11-20") throws -> StatisticsPeriod {
        StatisticsPeriod(unit, around: try #require(LocalDay(text: day)))
    }

    /// Plays track 0 (artist 0, genre 0) three times, track 1 (artist 1, genre 1) twice, and track 2 (artist 2, genre
    /// 0) last year.
    private func heard(as caller: Principal = StatisticsFixture.ada) async throws -> StatisticsFixture {
        let fixture = try await StatisticsFixture()
        for time in ["2026-11-20T10:00:00Z", "2026-11-20T12:00:00Z", "2026-11-18T10:00:00Z"] {
            try await fixture.play("t0", at: try fixture.instant(time), as: caller)
        }
        for time in ["2026-11-19T10:00:00Z", "2026-02-01T10:00:00Z"] {
            try await fixture.play("t1", at: try fixture.instant(time), as: caller)
        }
        try await fixture.play("t2", at: try fixture.instant("2025-12-31T23:30:00Z"), as: caller)
        try await fixture.play("t2", at: try fixture.instant("2025-12-31T22:30:00Z"), as: caller)
        return fixture
    }

    @Test("rankings cover their period", arguments: StatisticsPeriod.Unit.allCases)
    func rankings(unit: StatisticsPeriod.Unit) async throws {
        let fixture = try await heard()
        try await fixture.share(StatisticsFixture.ada)
        // For one user the sums are stored. For the group the history is added up.
        for audience in [ada, .group] {
            func plays(_ kind: RankedKind) async throws -> [String] {
                try await fixture.service.ranking(
                    of: kind, by: .plays, of: audience, period(unit), limit: 10, as: StatisticsFixture.ada
                ).map {
                    guard case .heard(let total) = $0.score else { return "?" }
                    return "\($0.name)*\(total.plays)"
                }
            }
            // 11:30 pm on New Year's Eve in London is already the new year in Warsaw.
            switch unit {
            case .day:
                #expect(try await plays(.track) == ["t0*2"])
                #expect(try await plays(.genre) == ["g0*2"])
            case .week:
                #expect(try await plays(.track) == ["t0*3", "t1*1"])
                #expect(try await plays(.album) == ["a0*4"])
                #expect(try await plays(.artist) == ["r0*3", "r1*1"])
            case .month: #expect(try await plays(.genre) == ["g0*3", "g1*1"])
            case .year:
                #expect(try await plays(.track) == ["t0*3", "t1*2", "t2*1"])
                #expect(try await plays(.genre) == ["g0*4", "g1*2"])
            case .all:
                #expect(try await plays(.track) == ["t0*3", "t1*2", "t2*2"])
                #expect(try await plays(.album) == ["a0*5", "a1*2"])
                #expect(try await plays(.artist) == ["r0*3", "r1*2", "r2*2"])
            }
        }
    }

    @Test("a summary has the total, the previous total, variety, streaks and the favorite genre")
    func summary() async throws {
        let fixture = try await heard()
        let summary = try await fixture.service.summary(of: ada, period(.week), as: StatisticsFixture.ada)
        #expect(summary.total == ListeningTotal(plays: 4, milliseconds: 400_000))
        #expect(summary.before == ListeningTotal.none)
        #expect(summary.variety == ListeningVariety(tracks: 2, albums: 1, artists: 2, genres: 2))
        #expect(summary.favoriteGenre?.name == "g0")
        #expect(summary.streaks.longest?.days == 3)
        #expect(summary.since?.text == "2025-12-31" && summary.people == nil)
    }

    @Test("among equally heard genres the favorite is the last heard")
    func tiedGenres() async throws {
        let fixture = try await StatisticsFixture()
        try await fixture.play("t0", at: try fixture.instant("2026-11-20T10:00:00Z"))
        try await fixture.play("t1", at: try fixture.instant("2026-11-20T11:00:00Z"))
        func favorite(_ unit: StatisticsPeriod.Unit) async throws -> String? {
            try await fixture.service.summary(of: ada, period(unit), as: StatisticsFixture.ada).favoriteGenre?.name
        }
        #expect(try await favorite(.all) == "g1")
        #expect(try await favorite(.day) == "g1")
        try await fixture.play("t1", at: try fixture.instant("2026-11-21T11:00:00Z"))
        try await fixture.play("t0", at: try fixture.instant("2026-11-22T11:00:00Z"))
        #expect(try await favorite(.all) == "g0")
    }

    @Test("the group consists of users who share, and statistics of others are private")
    func privacy() async throws {
        let fixture = try await heard(as: StatisticsFixture.bob)
        let all = try period(.all)
        func total() async throws -> Int {
            try await fixture.service.summary(of: .group, all, as: StatisticsFixture.ada).total.plays
        }
        #expect(try await total() == 0)
        try await fixture.share(StatisticsFixture.bob)
        #expect(try await total() == 7)
        #expect(try await fixture.service.summary(of: .group, all, as: StatisticsFixture.ada).people == 1)
        try await fixture.share(StatisticsFixture.bob, .nobody)
        #expect(try await total() == 0)
        #expect(try await fixture.service.sharing(as: StatisticsFixture.bob) == .nobody)
        let bobs = StatisticsAudience.person(StatisticsFixture.bob.user)
        await #expect { _ = try await fixture.service.summary(of: bobs, all, as: StatisticsFixture.ada) } throws: {
            ($0 as? DomainError)?.code == .notFound
        }
        #expect(try await fixture.journal("listening.share") == 2)
    }

    @Test("items in libraries that the reader may not see are omitted everywhere")
    func scope() async throws {
        let fixture = try await heard()
        try await fixture.share(StatisticsFixture.ada)
        try await fixture.music.change("t0") { $0.library = "l1" }
        let caller = Principal(user: StatisticsFixture.ada.user, role: .listener, libraries: .only(["l0"]))
        for audience in [ada, .group] {
            for unit in StatisticsPeriod.Unit.allCases {
                let ids = try await fixture.service.ranking(
                    of: .track, by: .plays, of: audience, period(unit), limit: 10, as: caller
                ).map(\.id)
                #expect(!ids.contains("t0"), "\(audience) \(unit)")
                for kind in RankedKind.allCases {
                    for order in RankingOrder.allCases {
                        _ = try await fixture.service.ranking(
                            of: kind, by: order, of: audience, period(unit), limit: 10, as: caller)
                    }
                }
            }
            let summary = try await fixture.service.summary(of: audience, period(.all), as: caller)
            #expect(summary.total.plays == 4 && summary.favoriteGenre?.name == "g1")
        }
        #expect(try await fixture.engine.statistics.recount() == 0)
    }

    @Test("a year in review has months, the busiest day, discoveries and the longest streak")
    func review() async throws {
        let fixture = try await heard()
        let review = try await fixture.service.review(of: 2026, ada, as: StatisticsFixture.ada)
        #expect(review.total.plays == 6 && review.before.plays == 1)
        #expect(review.months.map(\.plays) == [1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 4, 0])
        #expect(review.busiestDay?.day.text == "2026-11-20")
        #expect(review.discoveredArtists == 2)
        #expect(review.longestStreak?.days == 3 && review.activeDays == 5)
        #expect(review.artists.first?.name == "r0" && review.tracks.first?.id == "t0")
        #expect(review.clock.hours[4][11].plays == 1)
        let empty = try await fixture.service.review(of: 1999, ada, as: StatisticsFixture.ada)
        #expect(empty.total == .none && empty.busiestDay == nil && empty.tracks.isEmpty)
        await #expect(throws: DomainError.self) {
            _ = try await fixture.service.review(of: 0, ada, as: StatisticsFixture.ada)
        }
    }

    @Test("rankings by rating use the ratings of the period: the user's own, or everyone's average")
    func ratings() async throws {
        let fixture = try await StatisticsFixture()
        let times = [try fixture.instant("2026-11-20T10:00:00Z"), try fixture.instant("2025-11-20T10:00:00Z")]
        for (person, track, halves, time) in [
            ("ada", "t0", 10, 0), ("bob", "t0", 2, 0), ("ada", "t1", 8, 1), ("bob", "t1", 8, 0), ("ada", "t3", 8, 0),
        ] {
            let rating = try #require(Rating(halves: halves))
            let instant = times[time]
            try await fixture.engine.annotations.edit { _ in
                let write = AnnotationWrite.rate(
                    .track(ID(track)), StoredRating(rating, review: nil), by: ID(person), at: instant)
                return (Changes(at: instant, write), ())
            }
        }
        func ranked(_ kind: RankedKind, _ audience: StatisticsAudience, _ unit: StatisticsPeriod.Unit) async throws
            -> [String]
        {
            try await fixture.service.ranking(
                of: kind, by: .rating, of: audience, period(unit), limit: 10, as: StatisticsFixture.ada
            ).map {
                guard case .rated(let average, let ratings) = $0.score else { return "?" }
                return "\($0.name) \(average)*\(ratings)"
            }
        }
        #expect(try await ranked(.track, ada, .all) == ["t0 10.0*1", "t1 8.0*1", "t3 8.0*1"])
        #expect(try await ranked(.track, ada, .year) == ["t0 10.0*1", "t3 8.0*1"])
        #expect(try await ranked(.track, .group, .all) == ["t1 8.0*2", "t3 8.0*1", "t0 6.0*2"])
        #expect(try await ranked(.track, .group, .day) == ["t1 8.0*1", "t3 8.0*1", "t0 6.0*2"])
        #expect(try await ranked(.genre, ada, .all) == ["g0 10.0*1", "g1 8.0*2"])
        #expect(try await ranked(.genre, .group, .all) == ["g1 8.0*3", "g0 6.0*2"])
    }

    @Test("a day's chart has its hours, and limits are validated")
    func chart() async throws {
        let fixture = try await heard()
        let chart = try await fixture.service.chart(of: ada, period(.day), as: StatisticsFixture.ada)
        #expect(chart.bars.count == 24 && chart.bars[11].total.plays == 1 && chart.bars[13].total.plays == 1)
        let months = try await fixture.service.chart(of: ada, period(.all), as: StatisticsFixture.ada)
        #expect(months.bars.count == 12 && months.bars.first?.total.plays == 1 && months.bars.last?.total.plays == 4)
        for limit in [0, 101] {
            await #expect(throws: DomainError.self) {
                _ = try await fixture.service.ranking(
                    of: .track, by: .plays, of: ada, period(.all), limit: limit, as: StatisticsFixture.ada)
            }
        }
    }
}
