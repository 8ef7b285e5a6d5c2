package import Catalog
import Foundation
package import Journal
package import Primitives

/// Manages the users' bookmarks in tracks.
package struct BookmarkService: Sendable {
    /// The largest position, longer than any track: the scanner accepts no file that claims to last longer.
    private static let longest = Duration.seconds(30 * 86_400)

    private let store: any BookmarkStore
    private let catalog: any CatalogStore
    private let clock: any WallClock

    package init(store: any BookmarkStore, catalog: any CatalogStore, clock: any WallClock = SystemWallClock()) {
        self.store = store
        self.catalog = catalog
        self.clock = clock
    }

    /// Ordered by last change, newest first. Bookmarks in tracks that the caller may not see are left out.
    package func list(_ page: PageRequest, as caller: Principal) async throws -> Page<BookmarkedTrack> {
        try caller.require(.listen)
        let found = try await store.bookmarks(of: caller.user, in: caller.libraries, page)
        return Page(items: try await joined(found.items, as: caller), next: found.next)
    }

    /// The caller's bookmark in the track; nil if there is none.
    package func bookmark(in track: ID<Track>, as caller: Principal) async throws -> BookmarkedTrack? {
        try caller.require(.listen)
        guard let found = try await store.bookmark(of: caller.user, in: track) else { return nil }
        return try await joined([found], as: caller).first
    }

    private func joined(_ bookmarks: [Bookmark], as caller: Principal) async throws -> [BookmarkedTrack] {
        let items = try await catalog.items(for: bookmarks.map(\.track), in: caller.libraries)
        let tracks = Dictionary(items.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
        return bookmarks.compactMap { bookmark in
            tracks[bookmark.track].map { BookmarkedTrack(bookmark: bookmark, track: $0) }
        }
    }

    /// Sets or moves the caller's bookmark in the track. An empty comment is stored as none.
    package func put(
        _ track: ID<Track>, position: Duration, comment: String?, as caller: Principal, from origin: String
    ) async throws -> Bookmark {
        try caller.require(.listen)
        guard position >= .zero, position <= Self.longest else {
            throw DomainError.invalid("A position lies between the track's beginning and its end", field: "positionMs")
        }
        let comment = comment?.trimmingCharacters(in: .whitespacesAndNewlines) ?? ""
        guard comment.unicodeScalars.count <= Bookmark.maximumCommentLength else {
            throw DomainError.invalid(
                "A comment has at most \(Bookmark.maximumCommentLength) characters", field: "comment")
        }
        let now = clock.now()
        return try await store.put(
            track, position: position, comment: comment.isEmpty ? nil : comment, of: caller.user, in: caller.libraries,
            at: now, journal: entry("bookmark.set", track, at: now, caller, origin))
    }

    package func remove(_ track: ID<Track>, as caller: Principal, from origin: String) async throws {
        try caller.require(.listen)
        let entry = entry("bookmark.remove", track, at: clock.now(), caller, origin)
        guard try await store.remove(track, of: caller.user, journal: entry) else {
            throw DomainError.notFound("There is no bookmark in this track")
        }
    }

    private func entry(
        _ action: String, _ track: ID<Track>, at now: Timestamp, _ caller: Principal, _ origin: String
    ) -> JournalEntry {
        JournalEntry(
            at: now, by: .init(user: caller.user, origin: origin), action, .init(kind: "track", id: track.rawValue))
    }
}

/// A position in a track to which a user wants to return. A user has at most one in each track.
package struct Bookmark: Sendable, Equatable {
    package static let maximumPerUser = 5_000
    package static let maximumCommentLength = 500

    package let track: ID<Track>
    package let position: Duration
    package let comment: String?
    package let createdAt: Timestamp
    package let changedAt: Timestamp

    package init(track: ID<Track>, position: Duration, comment: String?, createdAt: Timestamp, changedAt: Timestamp) {
        self.track = track
        self.position = position
        self.comment = comment
        self.createdAt = createdAt
        self.changedAt = changedAt
    }
}

/// A bookmark with its track.
package struct BookmarkedTrack: Sendable, Equatable {
    package let bookmark: Bookmark
    package let track: TrackItem
}

/// The storage of bookmarks. Every method is one transaction. Tracks outside `scope` do not exist.
package protocol BookmarkStore: Sendable {
    /// Ordered by last change, newest first.
    func bookmarks(of user: ID<Person>, in scope: LibraryScope, _ page: PageRequest) async throws -> Page<Bookmark>

    func bookmark(of user: ID<Person>, in track: ID<Track>) async throws -> Bookmark?

    /// Sets or moves the bookmark. Throws `notFound` for a track that does not exist, and `conflict` for more than
    /// `Bookmark.maximumPerUser` bookmarks.
    func put(
        _ track: ID<Track>, position: Duration, comment: String?, of user: ID<Person>, in scope: LibraryScope,
        at instant: Timestamp, journal entry: JournalEntry
    ) async throws -> Bookmark

    /// False if there was none.
    func remove(_ track: ID<Track>, of user: ID<Person>, journal entry: JournalEntry) async throws -> Bool
}
