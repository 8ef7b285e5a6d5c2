package import Foundation
package import Journal
package import Primitives

/// What statistics need from storage. Reads see only what lies in libraries of the scope, and of the group only those who share.
package protocol StatisticsStore: Sendable {
    func total(of audience: StatisticsAudience, _ period: StatisticsPeriod, in scope: LibraryScope) async throws
        -> ListeningTotal

    func variety(of audience: StatisticsAudience, _ period: StatisticsPeriod, in scope: LibraryScope) async throws
        -> ListeningVariety

    /// The genres with the most plays, and of those with the most time: one, or several that only recency and name tell apart.
    func favoriteGenres(
        of audience: StatisticsAudience, _ period: StatisticsPeriod, in scope: LibraryScope
    ) async throws -> [FavoriteGenre]

    func ranking(
        of kind: RankedKind, by order: RankingOrder, of audience: StatisticsAudience, _ period: StatisticsPeriod,
        in scope: LibraryScope, limit: Int
    ) async throws -> [RankedItem]

    /// Each local day that has anything, ascending.
    func days(
        of audience: StatisticsAudience, _ period: StatisticsPeriod, in scope: LibraryScope
    ) async throws -> [(day: LocalDay, total: ListeningTotal)]

    func hours(
        of audience: StatisticsAudience, on day: LocalDay, in scope: LibraryScope
    ) async throws -> [HourTotal]

    func clock(
        of audience: StatisticsAudience, _ period: StatisticsPeriod, in scope: LibraryScope
    ) async throws -> ListeningClock

    /// Artists whose first play is in the period.
    func discoveredArtists(
        of audience: StatisticsAudience, _ period: StatisticsPeriod, in scope: LibraryScope
    ) async throws -> Int

    /// How many people share what they hear.
    func sharingPeople() async throws -> Int
    func sharing(of user: ID<Person>) async throws -> ListeningSharing
    func setSharing(
        _ sharing: ListeningSharing, of user: ID<Person>, at instant: Timestamp, journal entry: JournalEntry
    ) async throws

    /// Makes the stored days and hours those of `zone`; whether anything had to be computed anew.
    func use(_ zone: TimeZone) async throws -> Bool

    /// Adds everything up anew. Returns how many sums were wrong, which is none unless somebody changed the file by hand.
    func recount() async throws -> Int
}
