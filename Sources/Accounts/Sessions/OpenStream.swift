import Synchronization

/// One response that goes on after its request was checked.
package final class OpenStream: Sendable {
    let authenticated: Authenticated
    private let number: UInt64
    private let registry: Revocations
    private let onRevoke: @Sendable () -> Void
    private let revoked = Atomic(false)

    init(
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

    func revoke() {
        guard !revoked.exchange(true, ordering: .acquiringAndReleasing) else { return }
        onRevoke()
    }
}
