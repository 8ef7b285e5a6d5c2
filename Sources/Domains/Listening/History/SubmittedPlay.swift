package import Catalog
package import Primitives

/// A play that a player counted itself.
package struct SubmittedPlay: Sendable, Equatable {
    package let track: ID<Track>
    /// Nil for just now.
    package let playedAt: Timestamp?

    package init(track: ID<Track>, playedAt: Timestamp?) {
        self.track = track
        self.playedAt = playedAt
    }
}
