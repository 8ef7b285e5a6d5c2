import Synchronization

/// Hands what is appended to the log to every open event stream: one reader of the log, however many listen.
package final class EventHub: Sendable {
    /// Takes an event; nil says that some were dropped before they could be handed on, so that the receiver must begin anew. It must not
    /// block, nor call the hub.
    package typealias Receiver = @Sendable (LoggedEvent?) -> Void

    private struct State {
        /// The newest event that every receiver has been given.
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

    /// The newest event that all receivers have been given.
    package var position: Int64? { state.withLock { $0.position } }

    /// Events after the one whose number is given back go to `receiver` until `remove`. Nil before `start`.
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

    /// Finds out where the log ends.
    package func start() async throws {
        let newest = try await log.newest()
        state.withLock { $0.position = newest }
    }

    /// Reads the log anew whenever `changes` says that something has been written, until that ends or the task is cancelled.
    ///
    /// - Parameter failed: told of a read that failed; the next change tries again.
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
            // Under the lock, so that whoever is added meanwhile gets each event either here or from the log.
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
