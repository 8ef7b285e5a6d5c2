package import Catalog

/// What one of a person's players is at.
package struct NowPlayingItem: Sendable {
    package let play: LivePlay
    package let track: TrackItem
    /// Where in the track the player is by now, as far as anybody knows.
    package let position: Duration
    /// Since the player was last heard of.
    package let silence: Duration
}
