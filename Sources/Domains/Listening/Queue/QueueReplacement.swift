package import Catalog
package import Primitives

/// A new list for a person's queue.
package struct QueueReplacement: Sendable {
    package let tracks: [ID<Track>]
    package let currentIndex: Int
    package let position: Duration
    package let client: String?
    /// The revision that the player has seen; nil to replace whatever is there.
    package let expected: Int64?

    package init(
        tracks: [ID<Track>], currentIndex: Int, position: Duration, client: String?, expected: Int64?
    ) throws(DomainError) {
        guard tracks.count <= PlayQueue.longest else {
            throw .invalid("A queue holds at most \(PlayQueue.longest) tracks", field: "trackIds")
        }
        guard currentIndex >= 0, currentIndex < max(tracks.count, 1) else {
            throw .invalid("currentIndex must point into trackIds", field: "currentIndex")
        }
        guard position >= .zero else { throw .invalid("positionMs must not be negative", field: "positionMs") }
        self.tracks = tracks
        self.currentIndex = currentIndex
        self.position = position
        self.client = ClientName.clean(client)
        self.expected = expected
    }
}
