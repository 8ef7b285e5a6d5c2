import Board
package import HTTPSupport
import HTTPTypes
import Hummingbird
import Primitives
package import Listening

/// Listening statistics of the caller and of the group.
package struct StatisticsRoutes: Sendable {
    private enum Who: String, CaseIterable {
        case me, group
    }

    private static let who = Endpoint.Parameter(
        "who", .choice(Who.allCases.map(\.rawValue)), "me, or all users who share their listening; me by default")
    private static let period = [
        who,
        Endpoint.Parameter(
            "period", .choice(StatisticsPeriod.Unit.allCases.map(\.rawValue)),
            "The length, month by default; weeks begin on Monday"),
        Endpoint.Parameter(
            "date", .text, "A day in the period, like 2026-11-21, in the server's time zone; today by default"),
    ]

    private let statistics: StatisticsService

    package init(statistics: StatisticsService) {
        self.statistics = statistics
    }

    package var endpoints: [Endpoint] {
        let path = "/api/v1/statistics"
        return [
            Endpoint(
                .get, path, .requires(.listen), tag: "Statistics",
                "Total, variety, favorite genre, streaks; total of the period before", parameters: Self.period,
                reply: .json(.ok, StatisticsSummaryBody.schema), compressed: true, handler: summary),
            Endpoint(
                .get, path + "/rankings", .requires(.listen), tag: "Statistics",
                "The most played or best rated items; of equals first the one heard longer or rated more often, then the older one",
                parameters: Self.period + [
                    Endpoint.Parameter("kind", .choice(RankedKind.allCases.map(\.rawValue)), "track by default"),
                    Endpoint.Parameter(
                        "by", .choice(RankingOrder.allCases.map(\.rawValue)),
                        "plays, or rating: the caller's ratings in the period, or all users' average; plays by default"
                    ),
                    Endpoint.Parameter("limit", .integer, "1 to 100; 10 by default"),
                ], reply: .json(.ok, RankingBody.schema), compressed: true, handler: ranking),
            Endpoint(
                .get, path + "/days", .requires(.listen), tag: "Statistics",
                "Listening by day of a week, month or year, by hour of a day or by month of all time, without gaps",
                parameters: Self.period,
                reply: .json(.ok, ListeningChartBody.schema), compressed: true, handler: days),
            Endpoint(
                .get, path + "/clock", .requires(.listen), tag: "Statistics",
                "Hours of the week: seven rows from Monday, of 24 hours each", parameters: Self.period,
                reply: .json(.ok, ListeningClockBody.schema), compressed: true, handler: clock),
            Endpoint(
                .get, path + "/streaks", .requires(.listen), tag: "Statistics",
                "The current and the longest run of days with at least one play each", parameters: [Self.who],
                reply: .json(.ok, StreaksBody.schema), compressed: true, handler: streaks),
            Endpoint(
                .get, path + "/year/{year}", .requires(.listen), tag: "Statistics", "The caller's year in review",
                reply: .json(.ok, YearReviewBody.schema), compressed: true, handler: year),
            Endpoint(
                .get, path + "/group/year/{year}", .requires(.listen), tag: "Statistics",
                "The year in review of all users who share their listening",
                reply: .json(.ok, YearReviewBody.schema), compressed: true, handler: groupYear),
            Endpoint(
                .get, path + "/sharing", .requires(.listen), tag: "Statistics",
                "Whether the caller is part of the group's statistics", reply: .json(.ok, ListeningSharingBody.schema),
                compressed: true, handler: sharing),
            Endpoint(
                .put, path + "/sharing", .requires(.manageOwnAccount), tag: "Statistics",
                "Take part in the group's statistics, or not; this applies to earlier plays too",
                body: ListeningSharingChoiceBody().schema, reply: .json(.ok, ListeningSharingBody.schema),
                handler: share),
        ]
    }

    @Sendable private func summary(_ request: Request, _ context: GatewayContext) async throws -> Response {
        let caller = try context.principal()
        let summary = try await statistics.summary(of: audience(request, caller), period(request), as: caller)
        return .json(StatisticsSummaryBody(summary: summary))
    }

    @Sendable private func ranking(_ request: Request, _ context: GatewayContext) async throws -> Response {
        let caller = try context.principal()
        let period = try period(request)
        let items = try await statistics.ranking(
            of: request.choice("kind", of: RankedKind.self) ?? .track,
            by: request.choice("by", of: RankingOrder.self) ?? .plays, of: audience(request, caller), period,
            limit: request.number("limit", in: 1...StatisticsService.longestRanking) ?? 10, as: caller)
        return .json(RankingBody(period: period, items: items), capacity: 8 * 1024)
    }

    @Sendable private func days(_ request: Request, _ context: GatewayContext) async throws -> Response {
        let caller = try context.principal()
        let period = try period(request)
        let chart = try await statistics.chart(of: audience(request, caller), period, as: caller)
        return .json(ListeningChartBody(period: period, chart: chart), capacity: 16 * 1024)
    }

    @Sendable private func clock(_ request: Request, _ context: GatewayContext) async throws -> Response {
        let caller = try context.principal()
        let period = try period(request)
        let clock = try await statistics.clock(of: audience(request, caller), period, as: caller)
        return .json(ListeningClockBody(period: period, clock: clock), capacity: 8 * 1024)
    }

    @Sendable private func streaks(_ request: Request, _ context: GatewayContext) async throws -> Response {
        let caller = try context.principal()
        return .json(StreaksBody(streaks: try await statistics.streaks(of: audience(request, caller), as: caller)))
    }

    @Sendable private func year(_ request: Request, _ context: GatewayContext) async throws -> Response {
        try await review(.person(context.principal().user), context)
    }

    @Sendable private func groupYear(_ request: Request, _ context: GatewayContext) async throws -> Response {
        try await review(.group, context)
    }

    private func review(_ audience: StatisticsAudience, _ context: GatewayContext) async throws -> Response {
        guard let year = context.parameters.get("year").flatMap({ Int($0) }) else {
            throw DomainError.notFound("There is no such year")
        }
        let review = try await statistics.review(of: year, audience, as: context.principal())
        return .json(YearReviewBody(review: review), capacity: 16 * 1024)
    }

    @Sendable private func sharing(_ request: Request, _ context: GatewayContext) async throws -> Response {
        .json(ListeningSharingBody(sharing: try await statistics.sharing(as: context.principal())))
    }

    @Sendable private func share(_ request: Request, _ context: GatewayContext) async throws -> Response {
        var fields = try await request.input(ListeningSharingChoiceBody(), upTo: 1024)
        let sharing = try fields.read(\.sharing)
        try fields.end()
        try await statistics.setSharing(sharing, as: context.principal(), from: context.remoteAddress)
        return .json(ListeningSharingBody(sharing: sharing))
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

/// Whether the caller's listening is to be part of the group's.
private struct ListeningSharingChoiceBody: InputBody {
    let sharing = Input<ListeningSharing>("listening", .choice())
}
