package import Catalog
package import Primitives
import Synchronization

/// A registry of the open streams of shared tracks, so that they stop when their share ends.
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

    /// Registers a stream. `onRevoke` runs at most once, on any thread, and must not block. The stream is unregistered
    /// when the permit is released.
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

/// One registered stream.
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

/// The registration of a shared stream. It lasts as long as the response retains it.
package final class SharePermit: Sendable {
    private let stream: ShareStream
    private let onEnd: @Sendable () -> Void

    init(_ stream: ShareStream, onEnd: @escaping @Sendable () -> Void) {
        self.stream = stream
        self.onEnd = onEnd
    }

    deinit {
        onEnd()
    }

    /// Whether the stream may continue. It is cheap enough to check before every chunk.
    package var holds: Bool { !stream.isRevoked }
}
