package import Primitives
import Synchronization

/// Sends ephemeral events to the devices of the user whom they concern. Events are not stored for devices that are not
/// subscribed.
package final class ListeningEvents: Sendable {
    private struct State {
        var next: UInt64 = 0
        var subscribers: [ID<Person>: [UInt64: AsyncStream<ListeningEvent>.Continuation]] = [:]
    }

    private let capacity: Int
    private let state = Mutex(State())

    /// - Parameter capacity: the number of events that may wait for a subscriber; one that falls further behind is
    ///   dropped.
    package init(capacity: Int = 32) {
        self.capacity = capacity
    }

    package var subscribers: Int {
        state.withLock { $0.subscribers.values.reduce(0) { $0 + $1.count } }
    }

    /// The user's events from now on. The stream finishes if its reader falls behind; dropping it ends the
    /// subscription.
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

    package func sendToAll(_ event: ListeningEvent) {
        for user in state.withLock({ Array($0.subscribers.keys) }) { send(event, to: user) }
    }

    private func remove(_ number: UInt64, of user: ID<Person>) {
        state.withLock { state in
            state.subscribers[user]?[number] = nil
            if state.subscribers[user]?.isEmpty == true { state.subscribers[user] = nil }
        }
    }
}

/// An ephemeral event for a user's own devices. It is not stored: a device that reconnects requests the current state.
package enum ListeningEvent: Sendable, Equatable {
    /// A player started, paused, resumed, changed its position or ended.
    case nowPlaying
    /// The user's devices have changed: one of them by itself, or the server by finding that one is gone.
    case devices(by: DeviceID?)
    /// A speaker that people share has changed.
    case speakers
    /// For the one device that it names.
    case command(DeviceCommand)
}

/// The events for a user's own devices about their history and queue. Stores append these in the transaction that makes
/// the change.
package enum LoggedListeningEvents {
    /// The radio stations, which all users hear, were changed. It is the event that `SmartEvents` reads.
    static let stations = Event(.changes, to: .everyone, ["source": .text("listening")])

    /// A play was added to the history or removed from it.
    package static func history(of person: ID<Person>) -> Event {
        Event(.history, to: .person(person))
    }

    /// The queue was replaced by the named player.
    package static func queue(revision: Int64, by client: String?, of person: ID<Person>) -> Event {
        var data: [String: Event.Value] = ["revision": .integer(revision)]
        data["client"] = client.map { .text($0) }
        return Event(.queue, to: .person(person), data)
    }
}
