import Primitives
import Synchronization

/// The responses that outlive their request's check (audio, event streams), so that they end when their credential does.
package final class Revocations: Sendable {
    private struct State {
        var next: UInt64 = 0
        var open: [Credential: [UInt64: OpenStream]] = [:]
    }

    private let state = Mutex(State())

    package init() {}

    /// Enters a stream. `onRevoke` runs at most once, on any thread, and must not block.
    /// The stream must keep what it gets back and call `close()` when it is done.
    package func open(
        for authenticated: Authenticated, onRevoke: @escaping @Sendable () -> Void = {}
    ) -> OpenStream {
        state.withLock { state in
            state.next += 1
            let stream = OpenStream(
                number: state.next, authenticated: authenticated, registry: self, onRevoke: onRevoke)
            state.open[authenticated.credential, default: [:]][state.next] = stream
            return stream
        }
    }

    package var count: Int {
        state.withLock { $0.open.values.reduce(0) { $0 + $1.count } }
    }

    func revoke(where condition: (Authenticated) -> Bool) {
        let revoked = state.withLock { state in
            let matching = state.open.values.flatMap(\.values).filter { condition($0.authenticated) }
            for stream in matching { state.open[stream.authenticated.credential] = nil }
            return matching
        }
        for stream in revoked { stream.revoke() }
    }

    /// What the open streams were admitted with.
    func openAuthentications() -> [Authenticated] {
        state.withLock { $0.open.values.compactMap { $0.values.first?.authenticated } }
    }

    fileprivate func remove(_ number: UInt64, _ credential: Credential) {
        state.withLock { state in
            state.open[credential]?[number] = nil
            if state.open[credential]?.isEmpty == true { state.open[credential] = nil }
        }
    }
}

/// One response that goes on after its request was checked.
package final class OpenStream: Sendable {
    fileprivate let authenticated: Authenticated
    private let number: UInt64
    private let registry: Revocations
    private let onRevoke: @Sendable () -> Void
    private let revoked = Atomic(false)

    fileprivate init(
        number: UInt64, authenticated: Authenticated, registry: Revocations, onRevoke: @escaping @Sendable () -> Void
    ) {
        self.number = number
        self.authenticated = authenticated
        self.registry = registry
        self.onRevoke = onRevoke
    }

    /// Cheap enough to be asked before every chunk.
    package var isRevoked: Bool { revoked.load(ordering: .acquiring) }

    package func close() {
        registry.remove(number, authenticated.credential)
    }

    fileprivate func revoke() {
        guard !revoked.exchange(true, ordering: .acquiringAndReleasing) else { return }
        onRevoke()
    }
}
