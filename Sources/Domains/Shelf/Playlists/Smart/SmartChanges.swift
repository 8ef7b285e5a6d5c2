package import Primitives
import Synchronization

/// Tells open event streams that something which rules read has changed: each those changes only that concern its caller. What it is, and
/// whose, is not said.
package final class SmartChanges: Sendable {
    private struct Listener {
        let caller: Principal
        let stream: AsyncStream<Set<SmartSource>>.Continuation
        var changed: Set<SmartSource> = []
    }

    private struct State {
        var next: UInt64 = 0
        var listeners: [UInt64: Listener] = [:]
    }

    private let capacity: Int
    private let state = Mutex(State())
    private let (signals, signal) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))

    /// - Parameter capacity: how many wait for a subscriber; one that falls further behind is dropped.
    package init(capacity: Int = 16) {
        self.capacity = capacity
    }

    /// What concerns `caller` from now on.
    package func changes(for caller: Principal) -> AsyncStream<Set<SmartSource>> {
        let (stream, continuation) = AsyncStream.makeStream(
            of: Set<SmartSource>.self, bufferingPolicy: .bufferingOldest(capacity))
        let number = state.withLock { state in
            state.next += 1
            state.listeners[state.next] = Listener(caller: caller, stream: continuation)
            return state.next
        }
        continuation.onTermination = { [weak self] _ in
            _ = self?.state.withLock { $0.listeners.removeValue(forKey: number) }
        }
        return stream
    }

    /// Notes an event of the log for those who hear of it; nil says that some were missed, which may have been for anybody.
    package func receive(_ event: Event?) {
        let sources: Set<SmartSource>
        if let event {
            guard let source = SmartFacts.source(of: event) else { return }
            sources = [source]
        } else {
            sources = [.shelf, .listening]
        }
        let concerned = state.withLock { state in
            var concerned = false
            for (number, listener) in state.listeners where event.map({ listener.caller.hears($0.audience) }) ?? true {
                state.listeners[number]?.changed.formUnion(sources)
                concerned = true
            }
            return concerned
        }
        if concerned { signal.yield() }
    }

    /// Hands on what was noted, at most once in `gap`, until the task is cancelled.
    package func run(gap: Duration, on clock: any Clock<Duration> = ContinuousClock()) async throws {
        for await _ in signals {
            handOn()
            try await clock.sleep(for: gap)
        }
    }

    private func handOn() {
        let due = state.withLock { state in
            let due = state.listeners.values.filter { !$0.changed.isEmpty }
            for number in state.listeners.keys { state.listeners[number]?.changed = [] }
            return due
        }
        for listener in due {
            // Outside the lock: finishing ends the listening.
            if case .dropped = listener.stream.yield(listener.changed) { listener.stream.finish() }
        }
    }
}
