package import Catalog
import Foundation
import Journal
package import Primitives

/// Manages the users' bookmarks in tracks.
package struct BookmarkService: Sendable {
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
        let tracks = try await catalog.itemsByID(bookmarks.map(\.track), in: caller.libraries)
        return bookmarks.compactMap { bookmark in
            tracks[bookmark.track].map { BookmarkedTrack(bookmark: bookmark, track: $0) }
        }
    }

    /// Sets or moves the caller's bookmark in the track. An empty comment is stored as none.
    package func put(
        _ track: ID<Track>, position: Duration, comment: String?, as caller: Principal, from origin: String
    ) async throws -> Bookmark {
        try caller.require(.listen)
        guard position >= .zero, position <= Bookmark.longestPosition else {
            throw DomainError.invalid("A position lies between the track's beginning and its end", field: "positionMs")
        }
        let comment = comment?.trimmingCharacters(in: .whitespacesAndNewlines) ?? ""
        guard comment.unicodeScalars.count <= Bookmark.maximumCommentLength else {
            throw DomainError.invalid(
                "A comment has at most \(Bookmark.maximumCommentLength) characters", field: "comment")
        }
        let now = clock.now()
        let entry = JournalEntry(at: now, by: caller, from: origin, "bookmark.set", .init("track", track))
        return try await store.edit { bookmarks in
            guard let part = try bookmarks.part(of: track), caller.libraries.admits(library: part) else {
                throw DomainError.notFound("There is no such track")
            }
            let before = try bookmarks.bookmark(of: caller.user, in: track)
            if before == nil {
                guard try bookmarks.count(of: caller.user) < Bookmark.maximumPerUser else {
                    throw DomainError(
                        .conflict, "You have \(Bookmark.maximumPerUser) bookmarks, which is the limit. Remove one first"
                    )
                }
            }
            let bookmark = Bookmark(
                track: track, position: .milliseconds(position.wholeMilliseconds),
                comment: comment.isEmpty ? nil : comment, createdAt: before?.createdAt ?? now, changedAt: now)
            return (Changes(at: now, .put(bookmark, of: caller.user), journal: [entry]), bookmark)
        }
    }

    package func remove(_ track: ID<Track>, as caller: Principal, from origin: String) async throws {
        try caller.require(.listen)
        let now = clock.now()
        let entry = JournalEntry(at: now, by: caller, from: origin, "bookmark.remove", .init("track", track))
        try await store.edit { bookmarks in
            guard try bookmarks.bookmark(of: caller.user, in: track) != nil else {
                throw DomainError.notFound("There is no bookmark in this track")
            }
            return Changes(at: now, .remove(track, of: caller.user), journal: [entry])
        }
    }
}
