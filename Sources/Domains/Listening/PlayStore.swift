package import Catalog
package import Journal
package import Primitives

/// The storage of the listening history. Every method is one transaction, unless it says otherwise.
package protocol PlayStore: Sendable {
    /// Adds the plays, counts each for its user and track, and appends its entry and one
    /// `LoggedListeningEvents.history` for each user. Leaves out plays whose `playID` their user has already, and those
    /// that are less than `apart` from another play of their user and track. Many plays take several transactions, so
    /// that other writes need not wait for all of them: after a failure, the ones before it are stored. Returns the
    /// number of new plays.
    func record(_ plays: [(play: Play, apart: Duration, entry: JournalEntry)]) async throws -> Int

    /// The user's plays of tracks in the scope, newest first.
    func plays(of user: ID<Person>, in scope: LibraryScope, _ page: PageRequest) async throws -> Page<Play>

    /// The user's plays of tracks in the scope that began in the range, at most `limit`.
    func plays(
        of user: ID<Person>, in scope: LibraryScope, during range: Range<Timestamp>, isNewestFirst: Bool, limit: Int
    ) async throws -> [Play]

    /// The number of the user's plays of tracks in the scope.
    func count(of user: ID<Person>, in scope: LibraryScope) async throws -> Int

    /// Removes the play, updates the counts, and appends `entry` and the event. False if the user has no such play.
    func delete(_ play: ID<Play>, of user: ID<Person>, journal entry: JournalEntry) async throws -> Bool

    func count(of track: ID<Track>, by user: ID<Person>) async throws -> PlayCount

    func annotations(tracks: [ID<Track>], albums: [ID<Album>], of user: ID<Person>) async throws -> ListeningAnnotations

    /// The albums in the scope whose tracks the user heard last, in that order.
    func recentAlbums(of user: ID<Person>, in scope: LibraryScope, limit: Int) async throws -> [ID<Album>]

    /// The tracks in the scope that the user heard most often and that are still present; of equals, the ones heard
    /// last.
    func mostPlayed(of user: ID<Person>, in scope: LibraryScope, limit: Int) async throws -> [TrackPlays]

    /// Recounts the whole history. Returns the number of wrong counts, which is 0 unless the database file was changed
    /// by hand.
    func recount() async throws -> Int
}

extension PlayStore {
    /// Records a single play. False if it is left out.
    package func record(
        _ play: Play, apart: Duration = .zero, journal entry: JournalEntry
    ) async throws -> Bool {
        try await record([(play, apart, entry)]) > 0
    }
}

/// A user's play count of an item, from the history.
package struct PlayCount: Sendable, Equatable {
    package let plays: Int
    /// Nil if it has not been played.
    package let lastPlayedAt: Timestamp?

    package init(plays: Int, lastPlayedAt: Timestamp?) {
        self.plays = plays
        self.lastPlayedAt = lastPlayedAt
    }

    package static let none = PlayCount(plays: 0, lastPlayedAt: nil)
}

/// A track with the number of its plays.
package struct TrackPlays: Sendable, Equatable {
    package let track: ID<Track>
    package let plays: Int

    package init(track: ID<Track>, plays: Int) {
        self.track = track
        self.plays = plays
    }
}

/// A user's play counts and bookmark positions for the items of one page. Items without any are left out.
package struct ListeningAnnotations: Sendable, Equatable {
    package var tracks: [ID<Track>: PlayCount] = [:]
    /// The counts of all tracks of an album together.
    package var albums: [ID<Album>: PlayCount] = [:]
    /// The positions of the user's bookmarks.
    package var positions: [ID<Track>: Duration] = [:]

    package init() {}
}
