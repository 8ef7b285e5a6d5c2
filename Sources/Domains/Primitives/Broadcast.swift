import Synchronization

/// Sends each element to everybody who is listening.
package final class Broadcast<Element: Sendable>: Sendable {
    /// The fate of a listener that falls behind.
    package enum Backlog: Sendable {
        /// As many elements wait for it. At one more its stream ends, and it reads the current state again.
        case complete(Int)
        /// Only the latest wait for it; it misses the others.
        case latest(Int)
    }

    private struct Listener {
        let continuation: AsyncStream<Element>.Continuation
        let isWanted: @Sendable (Element) -> Bool
    }

    private struct State {
        var next: UInt64 = 0
        var listeners: [UInt64: Listener] = [:]
    }

    private let backlog: Backlog
    private let state = Mutex(State())

    package init(_ backlog: Backlog) {
        self.backlog = backlog
    }

    /// - Parameters:
    ///   - first: the element that the stream begins with.
    ///   - isWanted: whether an element is for this listener.
    package func listen(
        first: Element? = nil, where isWanted: @escaping @Sendable (Element) -> Bool = { _ in true }
    ) -> AsyncStream<Element> {
        let (stream, continuation) = AsyncStream.makeStream(of: Element.self, bufferingPolicy: bufferingPolicy)
        if let first { continuation.yield(first) }
        let number = state.withLock { state in
            state.next += 1
            state.listeners[state.next] = Listener(continuation: continuation, isWanted: isWanted)
            return state.next
        }
        continuation.onTermination = { [weak self] _ in self?.state.withLock { $0.listeners[number] = nil } }
        return stream
    }

    package func send(_ element: Element) {
        for listener in state.withLock({ Array($0.listeners.values) }) where listener.isWanted(element) {
            // Outside the lock: `finish` runs `onTermination`, which takes it.
            if case .dropped = listener.continuation.yield(element), case .complete = backlog {
                listener.continuation.finish()
            }
        }
    }

    private var bufferingPolicy: AsyncStream<Element>.Continuation.BufferingPolicy {
        switch backlog {
        case .complete(let count): .bufferingOldest(count)
        case .latest(let count): .bufferingNewest(count)
        }
    }
}

/// Wakes one loop of background work. Calls while the work goes on cause one more turn, however many they are.
package struct WakeSignal: Sendable {
    /// One element for each turn of the work. It has one reader.
    package let turns: AsyncStream<Void>
    private let continuation: AsyncStream<Void>.Continuation

    package init() {
        (turns, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    }

    package func wake() {
        continuation.yield()
    }
}

/// Calls `body` at once, again after every element of `changes`, and every `interval`; one call at a time. What comes
/// during a call is answered by one more. Returns when the task is canceled.
package func repeatedly(
    every interval: Duration, andAfter changes: AsyncStream<some Sendable>,
    isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Void
) async throws {
    let (turns, turn) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask { for await _ in changes { turn.yield() } }
        group.addTask {
            while true {
                turn.yield()
                try await Task.sleep(for: interval)
            }
        }
        for await _ in turns {
            try Task.checkCancellation()
            try await body()
        }
        group.cancelAll()
    }
}
