import Board
package import HTTPSupport
import Hummingbird
import Primitives
package import Listening

/// Listening statistics of the caller and of the group.
package struct StatisticsRoutes: Sendable {
    /// Whether the caller's listening is to be part of the group's.
    private static let sharing = Input<ListeningSharing>("listening", .choice())

    private enum Who: String, CaseIterable {
        case me, group
    }

    private static let who = Endpoint.Parameter(
        "who", .choice(of: Who.self), "me, or all users who share their listening; me by default")
    private static let period = [
        who,
        Endpoint.Parameter(
            "period", .choice(of: StatisticsPeriod.Unit.self),
            "The length, month by default; weeks begin on Monday"),
        Endpoint.Parameter(
            "date", .text, "A day in the period, like 2026-11-21, in the server's time zone; today by default"),
    ]

    private let statistics: StatisticsService

    package init(statistics: StatisticsService) {
        self.statistics = statistics
    }

    @TableBuilder<Endpoint> package var endpoints: [Endpoint] {
        let path = "/api/v1/statistics"
        Endpoint(
            .get, path, .requires(.listen), tag: "Statistics",
            "Total, variety, favorite genre, streaks; total of the period before", parameters: Self.period,
            reply: StatisticsSummary.self, compressed: true
        ) { request, context in
            let caller = try context.principal()
            return try await statistics.summary(of: audience(request, caller), period(request), as: caller)
        }
        Endpoint(
            .get, path + "/rankings", .requires(.listen), tag: "Statistics",
            "The most played or best rated items; of equals first the one heard longer or rated more often, then the older one",
            parameters: Self.period + [
                Endpoint.Parameter("kind", .choice(of: RankedKind.self), "track by default"),
                Endpoint.Parameter(
                    "by", .choice(of: RankingOrder.self),
                    "plays, or rating: the caller's ratings in the period, or all users' average; plays by default"
                ),
                Endpoint.Parameter("limit", .integer, "1 to 100; 10 by default"),
            ], reply: RankingBody.self, capacity: 8 * 1024, compressed: true
        ) { request, context in
            let caller = try context.principal()
            let period = try period(request)
            let items = try await statistics.ranking(
                of: request.choice("kind", of: RankedKind.self) ?? .track,
                by: request.choice("by", of: RankingOrder.self) ?? .plays, of: audience(request, caller), period,
                limit: request.number("limit", in: 1...StatisticsService.longestRanking) ?? 10, as: caller)
            return RankingBody(period: period, items: items)
        }
        Endpoint(
            .get, path + "/days", .requires(.listen), tag: "Statistics",
            "Listening by day of a week, month or year, by hour of a day or by month of all time, without gaps",
            parameters: Self.period, reply: ListeningChartBody.self, capacity: 16 * 1024, compressed: true
        ) { request, context in
            let caller = try context.principal()
            let period = try period(request)
            let chart = try await statistics.chart(of: audience(request, caller), period, as: caller)
            return ListeningChartBody(period: period, chart: chart)
        }
        Endpoint(
            .get, path + "/clock", .requires(.listen), tag: "Statistics",
            "Hours of the week: seven rows from Monday, of 24 hours each", parameters: Self.period,
            reply: ListeningClockBody.self, capacity: 8 * 1024, compressed: true
        ) { request, context in
            let caller = try context.principal()
            let period = try period(request)
            let clock = try await statistics.clock(of: audience(request, caller), period, as: caller)
            return ListeningClockBody(period: period, clock: clock)
        }
        Endpoint(
            .get, path + "/streaks", .requires(.listen), tag: "Statistics",
            "The current and the longest run of days with at least one play each", parameters: [Self.who],
            reply: Streaks.self, compressed: true
        ) { request, context in
            let caller = try context.principal()
            return try await statistics.streaks(of: audience(request, caller), as: caller)
        }
        Endpoint(
            .get, path + "/year/{year}", .requires(.listen), tag: "Statistics", "The caller's year in review",
            reply: YearReview.self, capacity: 16 * 1024, compressed: true
        ) { _, context in try await review(.person(context.principal().user), context) }
        Endpoint(
            .get, path + "/group/year/{year}", .requires(.listen), tag: "Statistics",
            "The year in review of all users who share their listening", reply: YearReview.self,
            capacity: 16 * 1024, compressed: true
        ) { _, context in try await review(.group, context) }
        Endpoint(
            .get, path + "/sharing", .requires(.listen), tag: "Statistics",
            "Whether the caller is part of the group's statistics", reply: ListeningSharingBody.self, compressed: true
        ) { _, context in ListeningSharingBody(sharing: try await statistics.sharing(as: context.principal())) }
        Endpoint(
            .put, path + "/sharing", .requires(.manageOwnAccount), tag: "Statistics",
            "Take part in the group's statistics, or not; this applies to earlier plays too", body: Self.sharing.schema,
            reply: ListeningSharingBody.self
        ) { request, context in
            let sharing = try await request.read(Self.sharing, upTo: 1024)
            try await statistics.setSharing(sharing, as: context.principal(), from: context.remoteAddress)
            return ListeningSharingBody(sharing: sharing)
        }
    }

    private func review(_ audience: StatisticsAudience, _ context: GatewayContext) async throws -> YearReview {
        guard let year = context.parameters.get("year").flatMap({ Int($0) }) else {
            throw DomainError.notFound("There is no such year")
        }
        return try await statistics.review(of: year, audience, as: context.principal())
    }

    private func audience(_ request: Request, _ caller: Principal) throws(DomainError) -> StatisticsAudience {
        switch try request.choice("who", of: Who.self) ?? .me {
        case .me: .person(caller.user)
        case .group: .group
        }
    }

    private func period(_ request: Request) throws(DomainError) -> StatisticsPeriod {
        let unit = try request.choice("period", of: StatisticsPeriod.Unit.self) ?? .month
        guard let text = try request.text("date", upTo: 10) else {
            return StatisticsPeriod(unit, around: statistics.today)
        }
        guard let day = LocalDay(text: text) else {
            throw .invalid("date must be a date like 2026-11-21", field: "date")
        }
        return StatisticsPeriod(unit, around: day)
    }
}
