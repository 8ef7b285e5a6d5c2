package import Catalog
package import Journal
package import Primitives

/// What bookmarks need from storage. Every method is one transaction. Tracks outside `scope` are as if they were not there.
package protocol BookmarkStore: Sendable {
    /// Changed last first.
    func bookmarks(of user: ID<Person>, in scope: LibraryScope, _ page: PageRequest) async throws -> Page<Bookmark>

    func bookmark(of user: ID<Person>, in track: ID<Track>) async throws -> Bookmark?

    /// Makes the bookmark or moves it. Throws `notFound` for a track that is not there, and `conflict` for one bookmark more than
    /// `Bookmark.maximumPerUser`.
    func put(
        _ track: ID<Track>, position: Duration, comment: String?, of user: ID<Person>, in scope: LibraryScope,
        at instant: Timestamp, journal entry: JournalEntry
    ) async throws -> Bookmark

    /// False when there was none.
    func remove(_ track: ID<Track>, of user: ID<Person>, journal entry: JournalEntry) async throws -> Bool
}
