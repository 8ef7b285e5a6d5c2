import Journal
import Primitives
import Synchronization

/// An `EventLog` in memory, for tests of streams rather than storage.
final class MemoryEventLog: EventLog {
    private struct State {
        var newest: Int64 = 0
        var events: [LoggedEvent] = []
    }

    private let state = Mutex(State())

    func append(_ event: Event) -> Int64 {
        state.withLock { state in
            state.newest += 1
            state.events.append(LoggedEvent(number: state.newest, event: event))
            return state.newest
        }
    }

    func drop(_ count: Int) {
        state.withLock { $0.events.removeFirst(count) }
    }

    func newest() async throws -> Int64 {
        state.withLock { $0.newest }
    }

    func events(after number: Int64, limit: Int) async throws -> [LoggedEvent]? {
        state.withLock { state in
            guard number <= state.newest, number >= (state.events.first?.number ?? state.newest + 1) - 1 else {
                return nil
            }
            return Array(state.events.drop { $0.number <= number }.prefix(limit))
        }
    }
}
