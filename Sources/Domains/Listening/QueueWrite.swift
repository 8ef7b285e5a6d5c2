package import Catalog
package import Journal
package import Primitives

/// The play queues as they are within a transaction, for decisions that must hold when they are written.
package protocol QueueState {
    /// The revision of the user's queue; zero if there is none.
    func revision(of user: ID<Person>) throws -> Int64
    /// Whether all tracks are in the scope. Where everything is in scope, a track that does not exist is only found
    /// when the list is written.
    func contains(_ tracks: [ID<Track>], in scope: LibraryScope) throws -> Bool
    /// The stored place of the `index`th track of the user's queue that is present and in the scope.
    func place(of index: Int, in scope: LibraryScope, of user: ID<Person>) throws -> Int?
}

/// A write to the stored queues.
package enum QueueWrite: Sendable {
    /// Stores a new list. Throws `DomainError.unknownQueueTrack` for a track that does not exist.
    case replace(QueueReplacement, revision: Int64, of: ID<Person>, at: Timestamp)
    /// Stores the position; a nil place stays at the current track.
    case move(place: Int?, position: Duration, of: ID<Person>, at: Timestamp)
}

/// Decisions about a user's queue.
package enum QueueDecisions {
    /// Replaces the list, unless another player has done so since this one looked.
    package static func replace(
        with list: QueueReplacement, of user: ID<Person>, in scope: LibraryScope, at instant: Timestamp,
        _ queues: any QueueState
    ) throws -> (changes: Changes<QueueWrite>, stamp: QueueStamp) {
        let stored = try queues.revision(of: user)
        if let expected = list.expected, expected != stored { throw DomainError.queueChanged }
        guard try queues.contains(list.tracks, in: scope) else { throw DomainError.unknownQueueTrack }
        let revision = stored + 1
        let changes = Changes<QueueWrite>(
            at: instant, .replace(list, revision: revision, of: user, at: instant),
            events: [LoggedListeningEvents.queue(revision: revision, by: list.client, of: user)])
        return (changes, QueueStamp(revision: revision, updatedAt: instant))
    }

    /// Moves the position within the list that the player knows. Every player does this every few seconds and nobody
    /// looks it up later, so it has no row in the journal.
    static func move(
        to position: QueuePosition, of user: ID<Person>, in scope: LibraryScope, at instant: Timestamp,
        _ queues: any QueueState
    ) throws -> (changes: Changes<QueueWrite>, stamp: QueueStamp) {
        guard try queues.revision(of: user) == position.revision else { throw DomainError.queueChanged }
        // Revision zero means that there is no queue to move in.
        guard position.revision > 0 else { throw DomainError.invalid("There is no queue yet", field: "revision") }
        var place: Int?
        if let index = position.currentIndex {
            place = try queues.place(of: index, in: scope, of: user)
            // A queue whose tracks are all gone shows none, and its position is the first.
            guard place != nil || index == 0 else {
                throw DomainError.invalid("currentIndex must point into the queue", field: "currentIndex")
            }
        }
        let write = QueueWrite.move(
            place: position.currentIndex == nil ? nil : place ?? 0, position: position.position, of: user, at: instant)
        return (Changes(at: instant, write), QueueStamp(revision: position.revision, updatedAt: instant))
    }
}
