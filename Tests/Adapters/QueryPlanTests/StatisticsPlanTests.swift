import Primitives
import Listening
import Testing

@testable import SQLiteStore

/// Statistics walk indexes of sums, or the plays of a short period.
@Suite("Query plans of statistics") struct StatisticsPlanTests {
    private static let scopes = [LibraryScope.everything, .only(["l"])]
    private let database: PlanDatabase

    init() throws {
        database = try PlanDatabase()
    }

    private func check(_ sql: String, by index: String, mayAddUp: Bool) async throws {
        let plan = try await database.plan(sql)
        #expect(plan.contains { $0.contains(index) }, "\(plan)")
        if !mayAddUp { #expect(!plan.contains { $0.contains("TEMP B-TREE") }, "\(plan)") }
        // The rows of a subquery's sums may be scanned, but no table.
        let walked = plan.filter {
            $0.hasPrefix("SCAN") && !$0.contains("heard") && !$0.contains("json_each") && !$0.contains("USING")
        }
        #expect(walked.allSatisfy { $0.contains("subquery") || $0.contains("SUBQUERY") }, "\(plan)")
        #expect(!plan.contains { $0.contains("AUTOMATIC") }, "\(plan)")
    }

    @Test("sums of tracks and albums come in order", arguments: [RankedKind.track, .album], scopes)
    func ordered(kind: RankedKind, scope: LibraryScope) async throws {
        let sql = SQLiteStatisticsStore.mostHeard(PlayCountSource.tallied(kind, scope))
        try await check(sql, by: "listening_tally_most", mayAddUp: false)
    }

    @Test("sums of artists and genres are added up over libraries", arguments: [RankedKind.artist, .genre], scopes)
    func overLibraries(kind: RankedKind, scope: LibraryScope) async throws {
        let sql = SQLiteStatisticsStore.mostHeard(PlayCountSource.tallied(kind, scope))
        try await check(sql, by: "listening_tally", mayAddUp: true)
    }

    @Test("short periods are added up from the plays of their days", arguments: RankedKind.allCases, scopes)
    func history(kind: RankedKind, scope: LibraryScope) async throws {
        let own = PlayCountSource.added(kind, .person(ID("a")), scope)
        try await check(
            SQLiteStatisticsStore.mostHeard(own), by: "play_own_day (account=? AND day>? AND day<?)", mayAddUp: true)
        let groups = PlayCountSource.added(kind, .group, scope)
        try await check(SQLiteStatisticsStore.mostHeard(groups), by: "play_by_day (day>? AND day<?)", mayAddUp: true)
    }

    @Test("distinct items are counted in one pass", arguments: scopes)
    func variety(scope: LibraryScope) async throws {
        for audience in [StatisticsAudience.person(ID("a")), .group] {
            let plan = try await database.plan(PlayCountSource.variety(audience, scope))
            #expect(plan.count { $0.contains("USING COVERING INDEX play_") } == 1, "\(plan)")
            #expect(!plan.contains { $0.contains("AUTOMATIC") || $0.contains("SCAN track") }, "\(plan)")
        }
    }

    @Test("days and totals walk the hourly rows", arguments: scopes)
    func hours(scope: LibraryScope) async throws {
        for sql in [SQLiteStatisticsStore.days(scope), SQLiteStatisticsStore.total(scope)] {
            try await check(sql, by: "PRIMARY KEY (who=? AND day>? AND day<?)", mayAddUp: false)
        }
        try await check(SQLiteStatisticsStore.discovered(scope, "2024,2025"), by: "listening_tally", mayAddUp: true)
    }

    @Test("ratings come by user, by time or by average", arguments: [RankedKind.track, .album, .artist], scopes)
    func ratings(kind: RankedKind, scope: LibraryScope) async throws {
        try await check(RatedSource.own(kind, scope), by: "(account=?", mayAddUp: true)
        try await check(
            RatedSource.everybodysOfTime(kind, scope), by: "\(kind)_rating_by_time (rated_at>? AND rated_at<?)",
            mayAddUp: true)
        try await check(RatedSource.everybodys(kind, scope), by: "\(kind)_rating_total_best", mayAddUp: false)
    }
}
