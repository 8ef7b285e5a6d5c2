package import Foundation
package import Journal
package import Primitives

/// The storage of statistics. Reads include only tracks in libraries of the scope, and for the group only users who
/// share their listening.
package protocol StatisticsStore: Sendable {
    func total(of audience: StatisticsAudience, _ period: StatisticsPeriod, in scope: LibraryScope) async throws
        -> ListeningTotal

    func variety(of audience: StatisticsAudience, _ period: StatisticsPeriod, in scope: LibraryScope) async throws
        -> ListeningVariety

    /// The genres with the most plays, and of those the ones with the most time: one, or several that only recency and
    /// name distinguish.
    func favoriteGenres(
        of audience: StatisticsAudience, _ period: StatisticsPeriod, in scope: LibraryScope
    ) async throws -> [FavoriteGenre]

    func ranking(
        of kind: RankedKind, by order: RankingOrder, of audience: StatisticsAudience, _ period: StatisticsPeriod,
        in scope: LibraryScope, limit: Int
    ) async throws -> [RankedItem]

    /// The total of each local day with plays, ascending.
    func days(
        of audience: StatisticsAudience, _ period: StatisticsPeriod, in scope: LibraryScope
    ) async throws -> [(day: LocalDay, total: ListeningTotal)]

    func hours(
        of audience: StatisticsAudience, on day: LocalDay, in scope: LibraryScope
    ) async throws -> [HourTotal]

    func clock(
        of audience: StatisticsAudience, _ period: StatisticsPeriod, in scope: LibraryScope
    ) async throws -> ListeningClock

    /// The number of artists whose first play is in the period.
    func discoveredArtists(
        of audience: StatisticsAudience, _ period: StatisticsPeriod, in scope: LibraryScope
    ) async throws -> Int

    /// The number of users who share their listening.
    func sharingPeople() async throws -> Int
    func sharing(of user: ID<Person>) async throws -> ListeningSharing
    func setSharing(
        _ sharing: ListeningSharing, of user: ID<Person>, at instant: Timestamp, journal entry: JournalEntry
    ) async throws

    /// Converts the stored days and hours to `zone`. Returns whether anything had to be recomputed.
    func use(_ zone: TimeZone) async throws -> Bool

    /// Recomputes all sums. Returns the number of wrong ones, which is 0 unless the database file was changed by hand.
    func recount() async throws -> Int
}

/// The users whose listening is evaluated.
package enum StatisticsAudience: Sendable, Equatable {
    case person(ID<Person>)
    /// All users together who share their listening.
    case group
}

/// Whether a user's listening is part of the group's statistics. Their history itself is never shown to others.
package enum ListeningSharing: String, Sendable, CaseIterable {
    case nobody
    /// The group of all users with an account.
    case gateway
}
