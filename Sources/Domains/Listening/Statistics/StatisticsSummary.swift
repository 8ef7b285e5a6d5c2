package import Primitives

/// The key figures of a period.
package struct StatisticsSummary: Sendable {
    package let period: StatisticsPeriod
    package let total: ListeningTotal
    /// The total of the period before; nil for all time.
    package let before: ListeningTotal?
    package let variety: ListeningVariety
    package let favoriteGenre: FavoriteGenre?
    /// The streaks of all time.
    package let streaks: Streaks
    /// The first day with plays, of all time.
    package let since: LocalDay?
    /// For the group: the number of users who share their listening.
    package let people: Int?
}

/// The review of one year.
package struct YearReview: Sendable {
    package let year: Int
    package let total: ListeningTotal
    package let before: ListeningTotal
    package let variety: ListeningVariety
    /// The number of artists that had never been heard before this year.
    package let discoveredArtists: Int
    package let favoriteGenre: FavoriteGenre?
    package let tracks: [RankedItem]
    package let albums: [RankedItem]
    package let artists: [RankedItem]
    package let genres: [RankedItem]
    /// The best rated tracks of the year.
    package let rated: [RankedItem]
    /// The totals of the twelve months.
    package let months: [ListeningTotal]
    package let busiestDay: (day: LocalDay, total: ListeningTotal)?
    package let activeDays: Int
    package let longestStreak: Streaks.Run?
    package let clock: ListeningClock
    package let people: Int?
}

/// Runs of consecutive local days with at least one counted play each.
package struct Streaks: Sendable, Equatable {
    package struct Run: Sendable, Equatable {
        package let first: LocalDay
        package let last: LocalDay
        package var days: Int { last.number - first.number + 1 }
    }

    /// The run that reaches today or yesterday, since today is not over.
    package let current: Run?
    /// The longest run; of equals, the latest.
    package let longest: Run?

    /// - Parameter days: ascending, each once.
    package init(days: [LocalDay], today: LocalDay) {
        var run: Run?
        var longest: Run?
        for day in days {
            run =
                run.flatMap { $0.last.next == day ? Run(first: $0.first, last: day) : nil }
                ?? Run(first: day, last: day)
            if let run, run.days >= longest?.days ?? 0 { longest = run }
        }
        self.longest = longest
        current = run.flatMap { $0.last.number >= today.number - 1 ? $0 : nil }
    }
}
