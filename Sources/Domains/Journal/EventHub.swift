package import Primitives
import Synchronization

/// Hands each event of the log to every open event stream: one reader of the log for any number of receivers.
package final class EventHub: Sendable {
    /// Receives an event. Nil says that events were dropped before they could be sent, so the receiver must start
    /// again. It must not block or call the hub.
    package typealias Receiver = @Sendable (LoggedEvent?) -> Void

    private struct State {
        /// The newest event that every receiver has received.
        var position: Int64?
        var next: UInt64 = 0
        var receivers: [UInt64: Receiver] = [:]
    }

    package let log: any EventLog
    private let state = Mutex(State())
    private static let batch = 500

    package init(log: any EventLog) {
        self.log = log
    }

    /// The number of receivers.
    package var count: Int { state.withLock { $0.receivers.count } }

    /// The newest event that all receivers have received.
    package var position: Int64? { state.withLock { $0.position } }

    /// Sends `receiver` the events after the returned position until `remove`. Nil before `start`.
    package func add(_ receiver: @escaping Receiver) -> (key: UInt64, position: Int64)? {
        state.withLock { state in
            guard let position = state.position else { return nil }
            state.next += 1
            state.receivers[state.next] = receiver
            return (state.next, position)
        }
    }

    package func remove(_ key: UInt64) {
        state.withLock { $0.receivers[key] = nil }
    }

    /// Finds the end of the log.
    package func start() async throws {
        let newest = try await log.newest()
        state.withLock { $0.position = newest }
    }

    /// Reads the log whenever `changes` reports a write, until that stream ends or the task is cancelled.
    ///
    /// - Parameter failed: called with the error of a failed read; the next change tries again.
    package func run(
        on changes: AsyncStream<Int64>, failed: @Sendable (any Error) -> Void
    ) async {
        for await _ in changes {
            do { try await forward() } catch is CancellationError { return } catch { failed(error) }
        }
    }

    private func forward() async throws {
        while let position {
            guard let events = try await log.events(after: position, limit: Self.batch) else { return try await skip() }
            guard let last = events.last else { return }
            // Under the lock, so that a receiver that is added meanwhile gets each event either here or from the log.
            state.withLock { state in
                for event in events {
                    for receiver in state.receivers.values { receiver(event) }
                }
                state.position = last.number
            }
            if events.count < Self.batch { return }
        }
    }

    private func skip() async throws {
        let newest = try await log.newest()
        state.withLock { state in
            for receiver in state.receivers.values { receiver(nil) }
            state.position = newest
        }
    }
}

/// The latest events, stored so that clients can catch up. Their number is bounded; older ones are dropped.
package protocol EventLog: Sendable {
    /// The number of the newest event; zero when there are none yet.
    func newest() async throws -> Int64
    /// The first `limit` events after `number`, oldest first. Nil when some of them were dropped, or `number` was never
    /// given out.
    func events(after number: Int64, limit: Int) async throws -> [LoggedEvent]?
}

/// An event with its position in the log.
package struct LoggedEvent: Sendable, Equatable {
    /// Grows from event to event in the order of commits. Some numbers may be missing.
    package let number: Int64
    package let event: Event

    package init(number: Int64, event: Event) {
        self.number = number
        self.event = event
    }
}
