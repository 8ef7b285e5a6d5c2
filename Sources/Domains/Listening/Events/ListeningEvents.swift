package import Primitives
import Synchronization

/// Carries what is ephemeral to the devices of the person whom it concerns. Nothing is kept for those who are not listening.
package final class ListeningEvents: Sendable {
    private struct State {
        var next: UInt64 = 0
        var subscribers: [ID<Person>: [UInt64: AsyncStream<ListeningEvent>.Continuation]] = [:]
    }

    private let capacity: Int
    private let state = Mutex(State())

    /// - Parameter capacity: how many events wait for a subscriber; one that falls further behind is dropped.
    package init(capacity: Int = 32) {
        self.capacity = capacity
    }

    package var subscribers: Int {
        state.withLock { $0.subscribers.values.reduce(0) { $0 + $1.count } }
    }

    /// The person's events from now on. The stream finishes when its reader falls behind; it ends its subscription when dropped.
    package func events(of user: ID<Person>) -> AsyncStream<ListeningEvent> {
        let (stream, continuation) = AsyncStream.makeStream(
            of: ListeningEvent.self, bufferingPolicy: .bufferingOldest(capacity))
        let number = state.withLock { state in
            state.next += 1
            state.subscribers[user, default: [:]][state.next] = continuation
            return state.next
        }
        continuation.onTermination = { [weak self] _ in self?.remove(number, of: user) }
        return stream
    }

    package func send(_ event: ListeningEvent, to user: ID<Person>) {
        let targets = state.withLock { $0.subscribers[user] ?? [:] }
        for continuation in targets.values {
            // Outside the lock: finishing calls `remove`.
            if case .dropped = continuation.yield(event) { continuation.finish() }
        }
    }

    private func remove(_ number: UInt64, of user: ID<Person>) {
        state.withLock { state in
            state.subscribers[user]?[number] = nil
            if state.subscribers[user]?.isEmpty == true { state.subscribers[user] = nil }
        }
    }
}
