package import Primitives

/// The first things that somebody wants to know of a period.
package struct StatisticsSummary: Sendable {
    package let period: StatisticsPeriod
    package let total: ListeningTotal
    /// What was heard in the period before; nil for all time.
    package let before: ListeningTotal?
    package let variety: ListeningVariety
    package let favoriteGenre: FavoriteGenre?
    /// Of all time.
    package let streaks: Streaks
    /// The first day that has anything, of all time.
    package let since: LocalDay?
    /// Of the group: how many people share what they hear.
    package let people: Int?
}
