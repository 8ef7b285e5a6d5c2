package import Primitives
import Synchronization

/// Notifies open event streams when data that smart rules read has changed. Each stream receives only the changes that
/// concern its caller: the kind of data, not the item or its owner.
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

    /// How many notifications are buffered for one subscriber. A subscriber that falls further behind is dropped.
    private static let capacity = 16

    private let state = Mutex(State())
    private let signal = WakeSignal()

    package init() {}

    /// The changes that concern `caller`, from now on.
    package func changes(for caller: Principal) -> AsyncStream<Set<SmartSource>> {
        let (stream, continuation) = AsyncStream.makeStream(
            of: Set<SmartSource>.self, bufferingPolicy: .bufferingOldest(Self.capacity))
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

    /// Records an event of the log for the subscribers in its audience. Nil says that events were missed, which may
    /// have concerned anybody.
    package func receive(_ event: Event?) {
        let sources: Set<SmartSource>
        if let event {
            guard let source = SmartEvents.source(of: event) else { return }
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
        if concerned { signal.wake() }
    }

    /// Records a change that no event of the log names, for all subscribers.
    package func record(_ source: SmartSource) {
        let concerned = state.withLock { state in
            for number in state.listeners.keys { state.listeners[number]?.changed.insert(source) }
            return !state.listeners.isEmpty
        }
        if concerned { signal.wake() }
    }

    /// Publishes the recorded changes, at most once in `gap`, until the task is cancelled.
    package func run(gap: Duration, on clock: any Clock<Duration> = ContinuousClock()) async throws {
        for await _ in signal.turns {
            publish()
            try await clock.sleep(for: gap)
        }
    }

    private func publish() {
        let pending = state.withLock { state in
            let pending = state.listeners.values.filter { !$0.changed.isEmpty }
            for number in state.listeners.keys { state.listeners[number]?.changed = [] }
            return pending
        }
        for listener in pending {
            // Outside the lock, because finishing a stream removes its listener.
            if case .dropped = listener.stream.yield(listener.changed) { listener.stream.finish() }
        }
    }
}

/// The kinds of data that rules read, as the live event `changes` names them.
package enum SmartSource: String, Sendable, CaseIterable {
    case catalogue, shelf, listening, analysis
}

/// Maps events of the log to the data that rules read, and makes the event `changes`.
/// `SmartChanges` combines such events and sends clients one of the same name. Stores append that one in the
/// transaction that makes the change, where no other event reaches the users concerned.
package enum SmartEvents {
    private static let source = "source"

    package static func changed(_ source: SmartSource, to audience: Event.Audience) -> Event {
        Event(.changes, to: audience, [Self.source: .text(source.rawValue)])
    }

    /// The data that the event changes; nil where no rule reads it.
    package static func source(of event: Event) -> SmartSource? {
        switch event.name {
        case .changes:
            guard case .text(let source)? = event.data[source] else { return nil }
            return SmartSource(rawValue: source)
        case .annotations, .rating, .playlist: return .shelf
        case .history: return .listening
        default: return nil
        }
    }
}
