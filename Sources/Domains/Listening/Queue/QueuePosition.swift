package import Primitives

/// Where in its queue a player is.
package struct QueuePosition: Sendable {
    /// Nil to stay at the current track. It counts the tracks that are still there, as the player sees them.
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
