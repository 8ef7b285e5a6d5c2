package import Catalog
package import Primitives

/// A place in a track that somebody wants to come back to. A person has at most one in each track.
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
