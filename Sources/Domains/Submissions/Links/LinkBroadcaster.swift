package import Primitives
import Synchronization

/// Broadcasts the progress of downloads: only the latest of each file, at most four times a second.
package final class LinkBroadcaster: Sendable {
    private let sent = Mutex<[ID<Submission>: (progress: LinkProgress, at: ContinuousClock.Instant)]>([:])
    private let broadcast = Broadcast<LinkProgress>(.latest(4))
    private let interval: Duration

    package init(interval: Duration = .milliseconds(250)) {
        self.interval = interval
    }

    /// The progress of the account's downloads from now on. A slow reader misses updates.
    package func updates(for account: ID<Person>) -> AsyncStream<LinkProgress> {
        broadcast.listen { $0.account == account }
    }

    /// The latest progress of a download.
    package func latest(_ id: ID<Submission>) -> LinkProgress? {
        sent.withLock { $0[id]?.progress }
    }

    func publish(_ progress: LinkProgress) {
        let now = ContinuousClock.now
        let isDue = sent.withLock { sent in
            if let last = sent[progress.id], now - last.at < interval { return false }
            sent[progress.id] = (progress, now)
            return true
        }
        if isDue { broadcast.send(progress) }
    }

    func forget(_ id: ID<Submission>) {
        sent.withLock { $0[id] = nil }
    }
}

/// The progress of a download.
package struct LinkProgress: Sendable, Equatable {
    package let id: ID<Submission>
    package let account: ID<Person>
    package let received: Int64
    package let total: Int64?
}
