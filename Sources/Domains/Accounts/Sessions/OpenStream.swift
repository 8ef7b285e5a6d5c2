import Primitives
import Synchronization

/// One response that goes on after its request was checked.
package final class OpenStream: Sendable {
    let authenticated: Authenticated
    /// The part of a library that it comes from; nil for what comes from none.
    let library: String?
    /// The id of the song that is heard; nil for what is none.
    let track: String?
    let number: UInt64
    private let registry: Revocations
    private let onRevoke: @Sendable () -> Void
    private let revoked = Atomic(false)
    private let outdated = Atomic(false)

    init(
        number: UInt64, authenticated: Authenticated, library: String?, track: String?, registry: Revocations,
        onRevoke: @escaping @Sendable () -> Void
    ) {
        self.number = number
        self.authenticated = authenticated
        self.library = library
        self.track = track
        self.registry = registry
        self.onRevoke = onRevoke
    }

    /// Cheap enough to be asked before every chunk.
    package var isRevoked: Bool { revoked.load(ordering: .acquiring) }

    /// Whether its person sees other libraries by now than when it was opened.
    package var isOutdated: Bool { outdated.load(ordering: .acquiring) }

    /// Whether who sees only `scope` may have this stream.
    func isWithin(_ scope: LibraryScope) -> Bool { library.map(scope.admits(library:)) ?? true }

    func compare(with scope: LibraryScope) {
        if authenticated.principal.libraries != scope { outdated.store(true, ordering: .releasing) }
    }

    package func close() {
        registry.remove(number, authenticated.credential)
    }

    func revoke() {
        guard !revoked.exchange(true, ordering: .acquiringAndReleasing) else { return }
        onRevoke()
    }
}
