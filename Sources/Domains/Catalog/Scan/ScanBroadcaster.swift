import Primitives
import Synchronization

/// Tells whoever listens how a scan goes: the latest state only, at most every 100 ms, but every end.
package final class ScanBroadcaster: Sendable {
    private struct State {
        var latest: Scan?
        var sentAt: ContinuousClock.Instant?
        var listeners: [Int: AsyncStream<Scan>.Continuation] = [:]
        var nextListener = 0
    }

    private let state = Mutex(State())
    private let interval: Duration

    package init(interval: Duration = .milliseconds(100)) {
        self.interval = interval
    }

    /// The scan that runs, or the last one that ran in this process.
    package var latest: Scan? {
        state.withLock { $0.latest }
    }

    /// States from now on, beginning with the running scan's if there is one; a slow reader misses some.
    package func updates() -> AsyncStream<Scan> {
        let (stream, continuation) = AsyncStream.makeStream(of: Scan.self, bufferingPolicy: .bufferingNewest(1))
        let (listener, latest) = state.withLock { state in
            state.nextListener += 1
            state.listeners[state.nextListener] = continuation
            return (state.nextListener, state.latest)
        }
        if let latest, latest.state == .running { continuation.yield(latest) }
        continuation.onTermination = { [weak self] _ in
            self?.state.withLock { $0.listeners[listener] = nil }
        }
        return stream
    }

    func publish(_ scan: Scan) {
        let now = ContinuousClock.now
        let listeners = state.withLock { state -> [AsyncStream<Scan>.Continuation] in
            let isNews = state.latest?.id != scan.id || state.latest?.state != scan.state
            state.latest = scan
            if let sentAt = state.sentAt, !isNews, now - sentAt < interval { return [] }
            state.sentAt = now
            return Array(state.listeners.values)
        }
        for listener in listeners {
            listener.yield(scan)
        }
    }
}
