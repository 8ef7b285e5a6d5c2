import Primitives

/// Tells every open event stream that something which rules read has changed. What it is, and whose, is not said.
package final class SmartChanges: Sendable {
    private let broadcast: Broadcast<Set<SmartSource>>

    /// - Parameter capacity: how many wait for a subscriber; one that falls further behind is dropped.
    package init(capacity: Int = 16) {
        broadcast = Broadcast(capacity: capacity)
    }

    package func changes() -> AsyncStream<Set<SmartSource>> { broadcast.listen() }

    package func send(_ sources: Set<SmartSource>) { broadcast.send(sources) }
}
