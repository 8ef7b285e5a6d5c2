package import Catalog
package import Primitives

/// What a person's players have lined up, kept across devices.
package struct PlayQueue: Sendable, Equatable {
    package static let longest = 10_000

    package let tracks: [ID<Track>]
    /// Where in `tracks` the player is; zero in an empty queue.
    package let currentIndex: Int
    package let position: Duration
    /// Grows by one whenever the list is replaced; zero when there has never been one.
    package let revision: Int64
    package let updatedAt: Timestamp?
    /// The player that put the list there.
    package let client: String?

    package init(
        tracks: [ID<Track>], currentIndex: Int, position: Duration, revision: Int64, updatedAt: Timestamp?,
        client: String?
    ) {
        self.tracks = tracks
        self.currentIndex = currentIndex
        self.position = position
        self.revision = revision
        self.updatedAt = updatedAt
        self.client = client
    }

    package static let none = PlayQueue(
        tracks: [], currentIndex: 0, position: .zero, revision: 0, updatedAt: nil, client: nil)

    /// The queue without the tracks that are gone. When the current one is gone, the next that is left becomes current, from its
    /// start; past the end it is the last one.
    package func keeping(_ isThere: (ID<Track>) -> Bool) -> PlayQueue {
        let left = tracks.indices.filter { isThere(tracks[$0]) }
        guard left.count < tracks.count else { return self }
        let keepsCurrent = left.contains(currentIndex)
        let before = left.prefix { $0 < currentIndex }.count
        return PlayQueue(
            tracks: left.map { tracks[$0] }, currentIndex: max(min(before, left.count - 1), 0),
            position: keepsCurrent ? position : .zero, revision: revision, updatedAt: updatedAt, client: client)
    }
}
