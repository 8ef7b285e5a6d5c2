package import Primitives
import Synchronization

/// Tells whoever listens how far files are that are being fetched: of each the latest only, at most four times a second.
package final class LinkBroadcaster: Sendable {
    private struct Listener {
        let account: ID<Person>
        let continuation: AsyncStream<LinkProgress>.Continuation
    }

    private struct State {
        var sent: [ID<Submission>: (progress: LinkProgress, at: ContinuousClock.Instant)] = [:]
        var listeners: [Int: Listener] = [:]
        var next = 0
    }

    private let state = Mutex(State())
    private let interval: Duration

    package init(interval: Duration = .milliseconds(250)) {
        self.interval = interval
    }

    /// What `account` fetches from now on; a slow reader misses some.
    package func updates(for account: ID<Person>) -> AsyncStream<LinkProgress> {
        let (stream, continuation) = AsyncStream.makeStream(of: LinkProgress.self, bufferingPolicy: .bufferingNewest(4))
        let key = state.withLock { state in
            state.next += 1
            state.listeners[state.next] = Listener(account: account, continuation: continuation)
            return state.next
        }
        continuation.onTermination = { [weak self] _ in
            self?.state.withLock { $0.listeners[key] = nil }
        }
        return stream
    }

    /// How far the file is, for whoever asks.
    package func latest(_ id: ID<Submission>) -> LinkProgress? {
        state.withLock { $0.sent[id]?.progress }
    }

    func publish(_ progress: LinkProgress) {
        let now = ContinuousClock.now
        let listeners = state.withLock { state -> [Listener] in
            if let sent = state.sent[progress.id], now - sent.at < interval { return [] }
            state.sent[progress.id] = (progress, now)
            return state.listeners.values.filter { $0.account == progress.account }
        }
        for listener in listeners { listener.continuation.yield(progress) }
    }

    func forget(_ id: ID<Submission>) {
        state.withLock { $0.sent[id] = nil }
    }
}
