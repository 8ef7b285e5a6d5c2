package import Catalog

/// A queue and the tracks in it, one item for each place.
package struct QueueContents: Sendable {
    package let queue: PlayQueue
    package let items: [TrackItem]
}
