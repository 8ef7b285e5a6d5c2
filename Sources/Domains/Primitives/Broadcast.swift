import Synchronization

/// Sends each element to everybody who is listening. A listener that falls too far behind is dropped: its stream ends, and it
/// reads the current state again.
package final class Broadcast<Element: Sendable>: Sendable {
    private struct State {
        var next: UInt64 = 0
        var listeners: [UInt64: AsyncStream<Element>.Continuation] = [:]
    }

    private let capacity: Int
    private let state = Mutex(State())

    /// - Parameter capacity: the number of elements that may wait for one listener.
    package init(capacity: Int) {
        self.capacity = capacity
    }

    package func listen() -> AsyncStream<Element> {
        let (stream, continuation) = AsyncStream.makeStream(
            of: Element.self, bufferingPolicy: .bufferingOldest(capacity))
        let number = state.withLock { state in
            state.next += 1
            state.listeners[state.next] = continuation
            return state.next
        }
        continuation.onTermination = { [weak self] _ in self?.state.withLock { $0.listeners[number] = nil } }
        return stream
    }

    package func send(_ element: Element) {
        for continuation in state.withLock({ Array($0.listeners.values) }) {
            // Outside the lock: `finish` runs `onTermination`, which takes it.
            if case .dropped = continuation.yield(element) { continuation.finish() }
        }
    }
}
