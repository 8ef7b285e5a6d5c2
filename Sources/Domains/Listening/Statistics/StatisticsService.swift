import Journal
package import Primitives

/// Computes the listening statistics of users and of the group.
package struct StatisticsService: Sendable {
    package static let longestRanking = 100
    private static let reviewed = 5

    private let store: any StatisticsStore
    private let calendar: ListeningCalendar
    private let clock: any WallClock

    package init(store: any StatisticsStore, calendar: ListeningCalendar, clock: any WallClock = SystemWallClock()) {
        self.store = store
        self.calendar = calendar
        self.clock = clock
    }

    package var today: LocalDay { calendar.moment(at: clock.now()).day }

    package func summary(
        of audience: StatisticsAudience, _ period: StatisticsPeriod, as caller: Principal
    ) async throws -> StatisticsSummary {
        try authorize(audience, caller)
        let scope = caller.libraries
        let all = StatisticsPeriod(.all, around: today)
        async let total = store.total(of: audience, period, in: scope)
        async let before = previousTotal(of: audience, period, in: scope)
        async let variety = store.variety(of: audience, period, in: scope)
        async let genres = store.favoriteGenres(of: audience, period, in: scope)
        async let everyDay = store.days(of: audience, all, in: scope)
        async let people = audience == .group ? store.sharingPeople() : nil
        let days = try await everyDay.map(\.day)
        return StatisticsSummary(
            period: period, total: try await total, before: try await before, variety: try await variety,
            favoriteGenre: FavoriteGenre.mode(of: try await genres), streaks: Streaks(days: days, today: today),
            since: days.first, people: try await people)
    }

    private func previousTotal(
        of audience: StatisticsAudience, _ period: StatisticsPeriod, in scope: LibraryScope
    ) async throws -> ListeningTotal? {
        guard let previous = period.previous else { return nil }
        return try await store.total(of: audience, previous, in: scope)
    }

    package func ranking(
        of kind: RankedKind, by order: RankingOrder, of audience: StatisticsAudience, _ period: StatisticsPeriod,
        limit: Int, as caller: Principal
    ) async throws -> [RankedItem] {
        try authorize(audience, caller)
        guard (1...Self.longestRanking).contains(limit) else {
            throw DomainError.invalid("limit must be between 1 and \(Self.longestRanking)", field: "limit")
        }
        return try await store.ranking(
            of: kind, by: order, of: audience, period, in: caller.libraries, limit: limit)
    }

    package func chart(
        of audience: StatisticsAudience, _ period: StatisticsPeriod, as caller: Principal
    ) async throws -> ListeningChart {
        try authorize(audience, caller)
        if period.unit == .day {
            let hours = try await store.hours(of: audience, on: period.first, in: caller.libraries)
            return ListeningChart(of: period.first, hours: hours)
        }
        var days = try await store.days(of: audience, period, in: caller.libraries)
        if period.unit == .all { days = Self.months(days) }
        return ListeningChart(of: period, days: days)
    }

    /// The totals of months, from days in ascending order.
    private static func months(
        _ days: [(day: LocalDay, total: ListeningTotal)]
    ) -> [(day: LocalDay, total: ListeningTotal)] {
        var months: [(day: LocalDay, total: ListeningTotal)] = []
        var end = Int.min
        for entry in days {
            if entry.day.number <= end {
                months[months.count - 1].total = months[months.count - 1].total + entry.total
            } else {
                let month = StatisticsPeriod(.month, around: entry.day)
                months.append((month.first, entry.total))
                end = month.last.number
            }
        }
        return months
    }

    package func clock(
        of audience: StatisticsAudience, _ period: StatisticsPeriod, as caller: Principal
    ) async throws -> ListeningClock {
        try authorize(audience, caller)
        return try await store.clock(of: audience, period, in: caller.libraries)
    }

    package func streaks(of audience: StatisticsAudience, as caller: Principal) async throws -> Streaks {
        try authorize(audience, caller)
        let all = StatisticsPeriod(.all, around: today)
        let days = try await store.days(of: audience, all, in: caller.libraries)
        return Streaks(days: days.map(\.day), today: today)
    }

    package func review(
        of year: Int, _ audience: StatisticsAudience, as caller: Principal
    ) async throws -> YearReview {
        try authorize(audience, caller)
        guard (1...9999).contains(year) else { throw DomainError.notFound("There is no such year") }
        let scope = caller.libraries
        let period = StatisticsPeriod(.year, around: LocalDay(year: year, month: 1, day: 1))
        async let before = previousTotal(of: audience, period, in: scope)
        async let variety = store.variety(of: audience, period, in: scope)
        async let discovered = store.discoveredArtists(of: audience, period, in: scope)
        async let favorites = store.favoriteGenres(of: audience, period, in: scope)
        async let tracks = top(.track, audience, period, scope)
        async let albums = top(.album, audience, period, scope)
        async let artists = top(.artist, audience, period, scope)
        async let genres = top(.genre, audience, period, scope)
        async let rated = store.ranking(
            of: .track, by: .rating, of: audience, period, in: scope, limit: Self.reviewed)
        async let clock = store.clock(of: audience, period, in: scope)
        async let people = audience == .group ? store.sharingPeople() : nil
        let days = try await store.days(of: audience, period, in: scope)
        var months = [ListeningTotal](repeating: .none, count: 12)
        for entry in days {
            let month = entry.day.civil.month - 1
            months[month] = months[month] + entry.total
        }
        return YearReview(
            year: year, total: months.reduce(.none, +), before: try await before ?? .none, variety: try await variety,
            discoveredArtists: try await discovered, favoriteGenre: FavoriteGenre.mode(of: try await favorites),
            tracks: try await tracks, albums: try await albums, artists: try await artists, genres: try await genres,
            rated: try await rated, months: months,
            busiestDay: days.max { ($0.total.plays, $1.day) < ($1.total.plays, $0.day) }, activeDays: days.count,
            longestStreak: Streaks(days: days.map(\.day), today: today).longest, clock: try await clock,
            people: try await people)
    }

    private func top(
        _ kind: RankedKind, _ audience: StatisticsAudience, _ period: StatisticsPeriod, _ scope: LibraryScope
    ) async throws -> [RankedItem] {
        try await store.ranking(of: kind, by: .plays, of: audience, period, in: scope, limit: Self.reviewed)
    }

    package func sharing(as caller: Principal) async throws -> ListeningSharing {
        try caller.require(.listen)
        return try await store.sharing(of: caller.user)
    }

    package func setSharing(_ sharing: ListeningSharing, as caller: Principal, from origin: String) async throws {
        try caller.require(.manageOwnAccount)
        let now = clock.now()
        let entry = JournalEntry(
            at: now, by: caller, from: origin, "listening.share", .init("user", caller.user),
            details: ["with": sharing.rawValue])
        try await store.setSharing(sharing, of: caller.user, at: now, journal: entry)
    }

    /// Users may see the statistics of their own listening and of the group's.
    private func authorize(_ audience: StatisticsAudience, _ caller: Principal) throws(DomainError) {
        try caller.require(.listen)
        if case .person(let user) = audience, user != caller.user {
            throw .notFound("There are no such statistics")
        }
    }
}
