package import Catalog
package import Primitives

/// A user's play queue, shared by their devices.
package struct PlayQueue: Sendable, Equatable {
    package static let longest = 10_000

    package let tracks: [ID<Track>]
    /// The index of the current track in `tracks`; zero in an empty queue.
    package let currentIndex: Int
    package let position: Duration
    /// Increases by one whenever the list is replaced; zero if there has never been one.
    package let revision: Int64
    package let updatedAt: Timestamp?
    /// The player that set the list.
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

    /// The queue with only the tracks that `isThere` accepts. If the current track is removed, the next remaining one
    /// becomes current, from its start; at the end it is the last one.
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

/// A queue with its tracks, one item for each position.
package struct QueueContents: Sendable {
    package let queue: PlayQueue
    package let items: [TrackItem]
}

/// A new list for a user's queue.
package struct QueueReplacement: Sendable {
    package let tracks: [ID<Track>]
    package let currentIndex: Int
    package let position: Duration
    package let client: String?
    /// The revision that the player has seen; nil to replace any revision.
    package let expected: Int64?

    package init(
        tracks: [ID<Track>], currentIndex: Int, position: Duration, client: String?, expected: Int64?
    ) throws(DomainError) {
        guard tracks.count <= PlayQueue.longest else {
            throw .invalid("A queue has at most \(PlayQueue.longest) tracks", field: "trackIds")
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

extension QueueReplacement {
    /// The queue of another server, of which only some tracks were found here.
    ///
    /// - Parameters:
    ///   - found: the tracks that were found, with their index in the whole list.
    ///   - current: the index of the track that was playing in the whole list. If it was not found, the list begins
    ///     with its first track.
    package init(
        imported found: [(index: Int, track: ID<Track>)], current: Int, positionMilliseconds: Int64
    ) throws(DomainError) {
        let place = found.firstIndex { $0.index == current }
        let position = Bookmark.position(imported: positionMilliseconds)
        try self.init(
            tracks: found.map(\.track), currentIndex: place ?? 0, position: place == nil ? .zero : position,
            client: nil, expected: nil)
    }
}

/// The position of a player in its queue.
package struct QueuePosition: Sendable {
    /// Nil to stay at the current track. The index counts only the present tracks, as the player sees them.
    package let currentIndex: Int?
    package let position: Duration
    /// The revision of the list that the player plays.
    package let revision: Int64

    package init(currentIndex: Int?, position: Duration, revision: Int64) throws(DomainError) {
        guard currentIndex ?? 0 >= 0 else {
            throw .invalid("currentIndex must not be negative", field: "currentIndex")
        }
        guard position >= .zero else { throw .invalid("positionMs must not be negative", field: "positionMs") }
        self.currentIndex = currentIndex
        self.position = position
        self.revision = revision
    }
}

/// The state of a queue after a change.
package struct QueueStamp: Sendable, Equatable {
    package let revision: Int64
    package let updatedAt: Timestamp
}

extension DomainError {
    /// Another player has replaced the queue.
    package static let queueChanged = DomainError(
        .conflict, "Another player has replaced the queue", reason: "queue_changed")

    package static let unknownQueueTrack = invalid("trackIds contains an unknown track", field: "trackIds")
}
