import Synchronization

/// Tells every open event stream that something which rules read has changed. What it is, and whose, is not said.
package final class SmartChanges: Sendable {
    private struct State {
        var next: UInt64 = 0
        var subscribers: [UInt64: AsyncStream<Set<SmartSource>>.Continuation] = [:]
    }

    private let capacity: Int
    private let state = Mutex(State())

    /// - Parameter capacity: how many wait for a subscriber; one that falls further behind is dropped.
    package init(capacity: Int = 16) {
        self.capacity = capacity
    }

    package func changes() -> AsyncStream<Set<SmartSource>> {
        let (stream, continuation) = AsyncStream.makeStream(
            of: Set<SmartSource>.self, bufferingPolicy: .bufferingOldest(capacity))
        let number = state.withLock { state in
            state.next += 1
            state.subscribers[state.next] = continuation
            return state.next
        }
        continuation.onTermination = { [weak self] _ in self?.state.withLock { $0.subscribers[number] = nil } }
        return stream
    }

    package func send(_ sources: Set<SmartSource>) {
        for continuation in state.withLock({ Array($0.subscribers.values) }) {
            // Outside the lock: finishing ends the subscription.
            if case .dropped = continuation.yield(sources) { continuation.finish() }
        }
    }
}
