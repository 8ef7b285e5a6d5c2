package import Catalog
package import Journal
package import Primitives

/// The storage of the home screen: what it reads from the history, and what users choose and do there.
package protocol HomeStore: Sendable {
    /// The user's plays of present tracks in the scope since an instant, the latest first.
    func habits(
        of user: ID<Person>, since start: Timestamp, in scope: LibraryScope, limit: Int
    ) async throws -> [HabitPlay]

    /// The albums in the scope with at least so many plays by the user, the last of them before an instant, the most
    /// played first.
    func forgotten(
        by user: ID<Person>, plays: Int, before end: Timestamp, in scope: LibraryScope, limit: Int
    ) async throws -> [ID<Album>]

    /// The albums in the scope that the user played on some days, the most played of the latest day first.
    func played(
        by user: ID<Person>, on days: [LocalDay], in scope: LibraryScope, limit: Int
    ) async throws -> [(day: LocalDay, album: ID<Album>)]

    /// The present tracks in the scope that users who share their listening played most in a month.
    func popular(in month: LocalDay, scope: LibraryScope, limit: Int) async throws -> [ID<Track>]

    /// The users who show what they are playing, without `reader`. At most `limit`.
    func showingPlayback(to reader: ID<Person>, limit: Int) async throws -> [NamedPerson]
    func playbackSharing(of user: ID<Person>) async throws -> ListeningSharing
    /// Appends `entry` if it changes anything.
    func setPlaybackSharing(
        _ sharing: ListeningSharing, of user: ID<Person>, at instant: Timestamp, journal entry: JournalEntry
    ) async throws

    func uses(by user: ID<Person>) async throws -> [HomeRow: HomeRowUse]
    /// Replaces the use of a row by what `change` returns, in one transaction.
    func edit(
        _ row: HomeRow, of user: ID<Person>, _ change: @escaping @Sendable (HomeRowUse?) -> HomeRowUse
    ) async throws
}
