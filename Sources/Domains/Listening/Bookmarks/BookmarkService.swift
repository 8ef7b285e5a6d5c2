package import Catalog
import Foundation
import Journal
package import Primitives

/// The places in long tracks that people come back to.
package struct BookmarkService: Sendable {
    /// Longer than any track: the scanner takes no file that claims to last longer.
    private static let longest = Duration.seconds(30 * 86_400)

    private let store: any BookmarkStore
    private let catalog: any CatalogStore
    private let clock: any WallClock

    package init(store: any BookmarkStore, catalog: any CatalogStore, clock: any WallClock = SystemWallClock()) {
        self.store = store
        self.catalog = catalog
        self.clock = clock
    }

    /// Changed last first; those in tracks that the caller does not see are left out.
    package func list(_ page: PageRequest, as caller: Principal) async throws -> Page<BookmarkedTrack> {
        try caller.require(.listen)
        let found = try await store.bookmarks(of: caller.user, in: caller.libraries, page)
        return Page(items: try await joined(found.items, as: caller), next: found.next)
    }

    /// Nil where there is none.
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

    /// An empty comment is none.
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
