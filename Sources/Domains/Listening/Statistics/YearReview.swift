package import Primitives

/// What a year was like.
package struct YearReview: Sendable {
    package let year: Int
    package let total: ListeningTotal
    package let before: ListeningTotal
    package let variety: ListeningVariety
    /// Artists that had never been heard before this year.
    package let discoveredArtists: Int
    package let favoriteGenre: FavoriteGenre?
    package let tracks: [RankedItem]
    package let albums: [RankedItem]
    package let artists: [RankedItem]
    package let genres: [RankedItem]
    /// The best rated of the year.
    package let rated: [RankedItem]
    /// Twelve.
    package let months: [ListeningTotal]
    package let busiestDay: (day: LocalDay, total: ListeningTotal)?
    package let activeDays: Int
    package let longestStreak: Streaks.Run?
    package let clock: ListeningClock
    package let people: Int?
}
