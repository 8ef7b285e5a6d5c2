package import Journal
package import Primitives

/// What the queue needs from storage. Every method is one transaction.
package protocol QueueStore: Sendable {
    /// The person's queue without the tracks that are gone or not in the scope (`PlayQueue.keeping`).
    func queue(of user: ID<Person>, in scope: LibraryScope) async throws -> PlayQueue

    /// Zero when there is no queue, and which player put the list there.
    func revision(of user: ID<Person>) async throws -> (revision: Int64, client: String?)

    /// Puts the new list in place of the old one and appends `entry` and `ListeningFacts.queue`.
    ///
    /// Throws `conflict` with the reason `queue_changed` when the stored revision is not the expected one, and `invalid` with the
    /// field `trackIds` when a track is not known or not in the scope. Tracks that are known but gone are kept and skipped on reading.
    func replace(
        with list: QueueReplacement, of user: ID<Person>, in scope: LibraryScope, at instant: Timestamp,
        journal entry: JournalEntry
    ) async throws -> QueueStamp

    /// Moves within the list. It comes every few seconds from every player, changes nothing that anybody would look up later, and
    /// therefore has no row in the journal.
    ///
    /// Throws `conflict` with the reason `queue_changed` when the revision is not the stored one, and `invalid` with the field
    /// `currentIndex` when there is no such place.
    func move(
        to position: QueuePosition, of user: ID<Person>, in scope: LibraryScope, at instant: Timestamp
    ) async throws -> QueueStamp
}
