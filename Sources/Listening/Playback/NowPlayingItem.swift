package import Catalog

/// What one of a person's players is at.
package struct NowPlayingItem: Sendable {
    package let play: LivePlay
    package let track: TrackItem
}
