package import Catalog
package import Primitives
import Synchronization

/// Shared tracks that are being heard right now, so that they fall silent when their share ends.
package final class ShareStreams: Sendable {
    private struct Place: Hashable {
        let share: ID<Share>
        let track: ID<Track>
    }

    private struct State {
        var next: UInt64 = 0
        var open: [Place: [UInt64: ShareStream]] = [:]
    }

    private let state = Mutex(State())

    /// Enters a stream. `onRevoke` runs at most once, on any thread, and must not block. The stream leaves when it is let go.
    package func enter(
        _ share: ID<Share>, _ track: ID<Track>, onRevoke: @escaping @Sendable () -> Void
    ) -> SharePermit {
        let place = Place(share: share, track: track)
        let (number, stream) = state.withLock { state in
            state.next += 1
            let stream = ShareStream(onRevoke: onRevoke)
            state.open[place, default: [:]][state.next] = stream
            return (state.next, stream)
        }
        return SharePermit(stream) { [weak self] in
            self?.state.withLock { state in
                state.open[place]?[number] = nil
                if state.open[place]?.isEmpty == true { state.open[place] = nil }
            }
        }
    }

    func open() -> [ID<Share>: [ID<Track>]] {
        state.withLock { state in
            state.open.keys.reduce(into: [:]) { $0[$1.share, default: []].append($1.track) }
        }
    }

    func revoke(_ share: ID<Share>, _ track: ID<Track>) {
        let streams = state.withLock { $0.open.removeValue(forKey: Place(share: share, track: track)) } ?? [:]
        for stream in streams.values { stream.revoke() }
    }
}

/// One of them, as the registry knows it.
final class ShareStream: Sendable {
    private let onRevoke: @Sendable () -> Void
    private let revoked = Atomic(false)

    init(onRevoke: @escaping @Sendable () -> Void) {
        self.onRevoke = onRevoke
    }

    var isRevoked: Bool { revoked.load(ordering: .acquiring) }

    func revoke() {
        guard !revoked.exchange(true, ordering: .acquiringAndReleasing) else { return }
        onRevoke()
    }
}
