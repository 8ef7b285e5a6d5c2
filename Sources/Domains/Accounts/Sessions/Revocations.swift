import Primitives
import Synchronization

/// The responses that continue after their request was checked (audio, event streams), so that they end when their
/// credential ends or their user loses access to the content.
package final class Revocations: Sendable {
    private struct State {
        var next: UInt64 = 0
        var open: [Credential: [UInt64: OpenStream]] = [:]

        mutating func remove(_ number: UInt64, _ credential: Credential) {
            open[credential]?[number] = nil
            if open[credential]?.isEmpty == true { open[credential] = nil }
        }
    }

    private let state = Mutex(State())

    package init() {}

    /// Registers a stream. `onRevoke` runs at most once, on any thread, and must not block. The stream must retain the
    /// returned value and call `close()` at its end.
    ///
    /// - Parameters:
    ///   - library: the id of the library that it comes from, or of its part.
    ///   - track: the id of the track that is played.
    package func open(
        for authenticated: Authenticated, from library: String? = nil, playing track: String? = nil,
        onRevoke: @escaping @Sendable () -> Void = {}
    ) -> OpenStream {
        state.withLock { state in
            state.next += 1
            let stream = OpenStream(
                number: state.next, authenticated: authenticated, library: library, track: track, registry: self,
                onRevoke: onRevoke)
            state.open[authenticated.credential, default: [:]][state.next] = stream
            return stream
        }
    }

    package var count: Int {
        state.withLock { $0.open.values.reduce(0) { $0 + $1.count } }
    }

    /// Ends the streams of these tracks, which no user may play any more.
    package func end(playing tracks: Set<String>) {
        revoke { $0.track.map(tracks.contains) ?? false }
    }

    func revoke(where condition: (OpenStream) -> Bool) {
        let revoked = state.withLock { state in
            let matching = state.open.values.flatMap(\.values).filter(condition)
            for stream in matching { state.remove(stream.number, stream.authenticated.credential) }
            return matching
        }
        // All are marked first: none shall hear of the end of another.
        for stream in revoked.filter({ $0.mark() }) { stream.onRevoke() }
    }

    /// Marks streams that were opened with another scope than the current one as outdated.
    func compare(_ scopes: [Credential: LibraryScope]) {
        state.withLock { state in
            for (credential, scope) in scopes {
                for stream in (state.open[credential] ?? [:]).values { stream.compare(with: scope) }
            }
        }
    }

    /// As `compare`, for all streams of a user.
    func compare(_ scope: LibraryScope, of user: ID<Person>) {
        state.withLock { state in
            for stream in state.open.values.flatMap(\.values) where stream.authenticated.principal.user == user {
                stream.compare(with: scope)
            }
        }
    }

    /// The libraries that open streams come from, by id.
    func libraries() -> Set<String> {
        state.withLock { Set($0.open.values.flatMap(\.values).compactMap(\.library).map(LibraryScope.library)) }
    }

    /// One authentication of each credential with open streams.
    func openAuthentications() -> [Authenticated] {
        state.withLock { $0.open.values.compactMap { $0.values.first?.authenticated } }
    }

    func remove(_ number: UInt64, _ credential: Credential) {
        state.withLock { $0.remove(number, credential) }
    }
}

/// A response that continues after its request was checked.
package final class OpenStream: Sendable {
    let authenticated: Authenticated
    /// The part of a library that it comes from; nil when it comes from none.
    let library: String?
    /// The id of the track that is played; nil when there is none.
    let track: String?
    let number: UInt64
    private let registry: Revocations
    let onRevoke: @Sendable () -> Void
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

    /// Cheap enough to be read before every chunk.
    package var isRevoked: Bool { revoked.load(ordering: .acquiring) }

    /// Whether its user's libraries have changed since it was opened.
    package var isOutdated: Bool { outdated.load(ordering: .acquiring) }

    /// Whether a user who sees only `scope` may have this stream.
    func isWithin(_ scope: LibraryScope) -> Bool { library.map(scope.admits(library:)) ?? true }

    func compare(with scope: LibraryScope) {
        if authenticated.principal.libraries != scope { outdated.store(true, ordering: .releasing) }
    }

    package func close() {
        registry.remove(number, authenticated.credential)
    }

    /// False for a stream that was marked before.
    func mark() -> Bool { !revoked.exchange(true, ordering: .acquiringAndReleasing) }
}
