package import Catalog
package import Journal
package import Primitives

/// What the listening history needs from storage. Every method is one transaction.
package protocol PlayStore: Sendable {
    /// Adds the play, counts it for its person and track, and appends `entry` and `ListeningFacts.history`. False, with nothing changed, when the person has a
    /// play of the same `playID`.
    func record(_ play: Play, journal entry: JournalEntry) async throws -> Bool

    /// Adds the plays as `record` does, all in one transaction, each with its entry, and for each person one fact; but for those that
    /// are less than `apart` from another play of their person and track. How many were new.
    func record(_ plays: [(play: Play, apart: Duration, entry: JournalEntry)]) async throws -> Int

    /// The person's plays of what is in the scope, newest first.
    func plays(of user: ID<Person>, in scope: LibraryScope, _ page: PageRequest) async throws -> Page<Play>

    /// Removes the play, takes it off the counts and appends `entry` and the fact. False when the person has no such play.
    func delete(_ play: ID<Play>, of user: ID<Person>, journal entry: JournalEntry) async throws -> Bool

    func count(of track: ID<Track>, by user: ID<Person>) async throws -> PlayCount

    func annotations(tracks: [ID<Track>], albums: [ID<Album>], of user: ID<Person>) async throws -> ListeningAnnotations

    /// The albums in the scope whose tracks the person heard last, in that order.
    func recentAlbums(of user: ID<Person>, in scope: LibraryScope, limit: Int) async throws -> [ID<Album>]

    /// The tracks in the scope that the person heard most often and that are still there; of equals, the ones heard last.
    func mostPlayed(of user: ID<Person>, in scope: LibraryScope, limit: Int) async throws -> [TrackPlays]

    /// Counts the whole history anew. Returns how many counts were wrong, which is none unless somebody changed the file by hand.
    func recount() async throws -> Int
}
