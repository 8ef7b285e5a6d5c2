package import Primitives
import Synchronization

/// Broadcasts the progress of downloads: only the latest of each file, at most four times a second.
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

    /// The progress of the account's downloads from now on. A slow reader misses updates.
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

    /// The latest progress of a download.
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

/// The progress of a download.
package struct LinkProgress: Sendable, Equatable {
    package let id: ID<Submission>
    package let account: ID<Person>
    package let received: Int64
    package let total: Int64?

    package init(id: ID<Submission>, account: ID<Person>, received: Int64, total: Int64?) {
        self.id = id
        self.account = account
        self.received = received
        self.total = total
    }
}
