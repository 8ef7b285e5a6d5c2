import Synchronization

/// Answers of other servers that are remembered for a while, up to a number of them; the oldest are forgotten first.
/// They are in memory only: what users have typed is written nowhere.
package final class RecentAnswers<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    private struct State {
        var answers: [Key: (value: Value, at: Timestamp)] = [:]
        /// In the order of their first answers.
        var keys: [Key] = []
    }

    private let capacity: Int
    private let lifetime: Duration
    private let state = Mutex(State())

    package init(capacity: Int, lifetime: Duration) {
        self.capacity = capacity
        self.lifetime = lifetime
    }

    /// Nil for what was not answered within the lifetime. A clock that was set back ends it too.
    package func value(of key: Key, at now: Timestamp) -> Value? {
        state.withLock { state in
            guard let found = state.answers[key], found.at <= now, now.since(found.at) < lifetime else { return nil }
            return found.value
        }
    }

    package func remember(_ value: Value, of key: Key, at now: Timestamp) {
        state.withLock { state in
            if state.answers.updateValue((value, now), forKey: key) == nil { state.keys.append(key) }
            guard state.keys.count > capacity else { return }
            // A tenth at a time, because the whole list moves.
            let surplus = max(1, capacity / 10)
            for key in state.keys.prefix(surplus) { state.answers[key] = nil }
            state.keys.removeFirst(surplus)
        }
    }
}

/// Lets work of the same key be done one after the other, so that the second finds the result of the first.
package actor KeyedTurns<Key: Hashable & Sendable> {
    private var waiting: [Key: [CheckedContinuation<Void, Never>]] = [:]

    package init() {}

    package func run<Result: Sendable>(
        _ key: Key, _ work: @Sendable () async throws -> Result
    ) async rethrows -> Result {
        while waiting[key] != nil {
            await withCheckedContinuation { waiting[key]?.append($0) }
        }
        waiting[key] = []
        defer {
            for listener in waiting.removeValue(forKey: key) ?? [] { listener.resume() }
        }
        return try await work()
    }
}
