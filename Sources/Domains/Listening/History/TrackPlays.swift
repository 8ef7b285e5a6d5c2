package import Catalog
package import Primitives

/// A track and how often it was played.
package struct TrackPlays: Sendable, Equatable {
    package let track: ID<Track>
    package let plays: Int

    package init(track: ID<Track>, plays: Int) {
        self.track = track
        self.plays = plays
    }
}
