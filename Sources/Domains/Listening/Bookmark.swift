package import Catalog
package import Journal
package import Primitives

/// A position in a track to which a user wants to return. A user has at most one in each track.
package struct Bookmark: Sendable, Equatable {
    package static let maximumPerUser = 5_000
    package static let maximumCommentLength = 500
    /// Longer than any track: the scanner accepts no file that claims to last longer.
    package static let longestPosition = Duration.seconds(30 * 86_400)

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

extension Bookmark {
    /// A bookmark from an import, within the limits.
    package init(imported track: ID<Track>, positionMilliseconds: Int64, comment: String?, at instant: Timestamp) {
        self.init(
            track: track, position: Self.position(imported: positionMilliseconds),
            comment: comment.map {
                String(String.UnicodeScalarView($0.unicodeScalars.prefix(Self.maximumCommentLength)))
            }, createdAt: instant, changedAt: instant)
    }

    static func position(imported milliseconds: Int64) -> Duration {
        .milliseconds(min(milliseconds, longestPosition.wholeMilliseconds))
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

    /// Runs `decide` on a state that no other change reaches meanwhile, and writes the changes. Nothing is written if
    /// `decide` throws.
    func edit<Outcome: Sendable>(
        _ decide: @escaping Decision<any BookmarkState, BookmarkWrite, Outcome>
    ) async throws -> Outcome
}

/// The bookmarks as they are within a transaction, for decisions that must hold when they are written.
package protocol BookmarkState {
    /// The part of a library that a user must see to see the track; nil if there is no such track.
    func part(of track: ID<Track>) throws -> String?
    func bookmark(of user: ID<Person>, in track: ID<Track>) throws -> Bookmark?
    /// The number of the user's bookmarks.
    func count(of user: ID<Person>) throws -> Int
}

/// A write to the stored bookmarks.
package enum BookmarkWrite: Sendable, Equatable {
    /// Adds the bookmark, or moves the user's bookmark in the same track.
    case put(Bookmark, of: ID<Person>)
    case remove(ID<Track>, of: ID<Person>)
}
