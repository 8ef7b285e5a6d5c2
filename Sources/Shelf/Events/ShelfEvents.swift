package import Primitives
import Synchronization

/// Carries changes of collections to the open event streams of those whom they concern. Nothing is kept for those who are not
/// listening.
package final class ShelfEvents: Sendable {
    /// Whom an event is for.
    package enum Audience: Sendable {
        case people(Set<ID<Person>>)
        /// Everybody who sees the library; nil for those who see everything.
        case everybody(seeing: String?)
        case everyone
    }

    private struct Subscriber {
        let user: ID<Person>
        let libraries: LibraryScope
        let continuation: AsyncStream<ShelfEvent>.Continuation

        func belongs(to audience: Audience) -> Bool {
            switch audience {
            case .people(let people): people.contains(user)
            case .everybody(let library?): libraries.admits(library: library)
            case .everybody(nil): libraries == .everything
            case .everyone: true
            }
        }
    }

    private struct State {
        var next: UInt64 = 0
        var subscribers: [UInt64: Subscriber] = [:]
    }

    private let capacity: Int
    private let state = Mutex(State())

    /// - Parameter capacity: how many events wait for a subscriber; one that falls further behind is dropped.
    package init(capacity: Int = 64) {
        self.capacity = capacity
    }

    /// What concerns the caller from now on. The stream finishes when its reader falls behind; it ends its subscription when dropped.
    package func events(for caller: Principal) -> AsyncStream<ShelfEvent> {
        let (stream, continuation) = AsyncStream.makeStream(
            of: ShelfEvent.self, bufferingPolicy: .bufferingOldest(capacity))
        let number = state.withLock { state in
            state.next += 1
            state.subscribers[state.next] = Subscriber(
                user: caller.user, libraries: caller.libraries, continuation: continuation)
            return state.next
        }
        continuation.onTermination = { [weak self] _ in self?.state.withLock { $0.subscribers[number] = nil } }
        return stream
    }

    package func send(_ event: ShelfEvent, to audience: Audience) {
        let targets = state.withLock { state in
            state.subscribers.values.filter { $0.belongs(to: audience) }.map(\.continuation)
        }
        for continuation in targets {
            // Outside the lock: finishing ends the subscription.
            if case .dropped = continuation.yield(event) { continuation.finish() }
        }
    }
}
