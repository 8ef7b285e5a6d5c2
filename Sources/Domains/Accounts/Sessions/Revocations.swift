import Primitives
import Synchronization

/// The responses that outlive their request's check (audio, event streams), so that they end when their credential
/// does, or when what they give is taken from their person.
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

    /// Enters a stream. `onRevoke` runs at most once, on any thread, and must not block.
    /// The stream must keep what it gets back and call `close()` when it is done.
    ///
    /// - Parameters:
    ///   - library: the id of the library that it comes from, or of its part.
    ///   - track: the id of the song that is heard.
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

    /// Ends what is heard of these songs, which nobody may hear any more.
    package func end(playing tracks: Set<String>) {
        revoke { $0.track.map(tracks.contains) ?? false }
    }

    func revoke(where condition: (OpenStream) -> Bool) {
        let revoked = state.withLock { state in
            let matching = state.open.values.flatMap(\.values).filter(condition)
            for stream in matching { state.remove(stream.number, stream.authenticated.credential) }
            return matching
        }
        for stream in revoked { stream.revoke() }
    }

    /// What these people see now: their streams that were opened with something else are outdated.
    func compare(_ scopes: [Credential: LibraryScope]) {
        state.withLock { state in
            for (credential, scope) in scopes {
                for stream in (state.open[credential] ?? [:]).values { stream.compare(with: scope) }
            }
        }
    }

    /// As `compare`, for all streams of a person.
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

    /// What the open streams were admitted with.
    func openAuthentications() -> [Authenticated] {
        state.withLock { $0.open.values.compactMap { $0.values.first?.authenticated } }
    }

    func remove(_ number: UInt64, _ credential: Credential) {
        state.withLock { $0.remove(number, credential) }
    }
}
