package import Catalog
package import Primitives
import Synchronization

/// The tracks that have begun to play and are not shown elsewhere yet. Of many, the oldest are left out.
package final class PlayBeginnings: Sendable {
    struct Beginning: Sendable {
        let user: ID<Person>
        let track: ID<Track>
        let client: String
    }

    /// Each has one reader, which shows them at one kind of server.
    private let streams: [ScrobbleKind: (AsyncStream<Beginning>, AsyncStream<Beginning>.Continuation)]

    package init() {
        let made = ScrobbleKind.allCases.map { kind in
            (kind, AsyncStream.makeStream(of: Beginning.self, bufferingPolicy: .bufferingNewest(32)))
        }
        streams = Dictionary(uniqueKeysWithValues: made)
    }

    func stream(of kind: ScrobbleKind) -> AsyncStream<Beginning>? { streams[kind]?.0 }

    package func note(_ play: LivePlay, of user: ID<Person>) {
        let beginning = Beginning(user: user, track: play.track, client: play.client)
        for (_, continuation) in streams.values { continuation.yield(beginning) }
    }
}

/// Shows at the server that plays are handed on to which track a user plays now. One is made for each kind. It is sent at once or not at all.
package final class ScrobbleAnnouncer: Sendable {
    /// Those that are sent at a time. More are left out: they would be late.
    private static let mostAtOnce = 8

    private let beginnings: PlayBeginnings
    private let store: any ScrobbleStore
    private let client: any ScrobbleClient
    private let sealer: SecretSealer
    private let catalog: any CatalogStore
    private let server: @Sendable () async throws -> String?
    private let person: @Sendable (ID<Person>) async throws -> Principal?
    private let clock: any WallClock
    private let running = Mutex(0)

    /// - Parameters:
    ///   - server: the address that the administrators have switched on; nil where it is off.
    ///   - person: the user's present principal; nil where they cannot sign in any more.
    package init(
        _ beginnings: PlayBeginnings, store: any ScrobbleStore, client: any ScrobbleClient,
        sealer: SecretSealer, catalog: any CatalogStore,
        server: @escaping @Sendable () async throws -> String?,
        person: @escaping @Sendable (ID<Person>) async throws -> Principal?, clock: any WallClock
    ) {
        self.beginnings = beginnings
        self.store = store
        self.client = client
        self.sealer = sealer
        self.catalog = catalog
        self.server = server
        self.person = person
        self.clock = clock
    }

    /// Works until the task is cancelled.
    package func work() async {
        guard let stream = beginnings.stream(of: client.kind) else { return }
        await withDiscardingTaskGroup { group in
            for await beginning in stream {
                let isFree = running.withLock { running in
                    guard running < Self.mostAtOnce else { return false }
                    running += 1
                    return true
                }
                guard isFree else { continue }
                group.addTask {
                    // Whether the server is well is seen when the play itself is handed on.
                    try? await self.send(beginning)
                    self.running.withLock { $0 -= 1 }
                }
            }
            group.cancelAll()
        }
    }

    /// Shows the track, where its user's link is to be used at present.
    func send(_ beginning: PlayBeginnings.Beginning) async throws {
        guard let base = try await server(), let link = try await store.link(of: beginning.user), link.base == base,
            link.pause == nil, link.retryAt.map({ $0 <= clock.now() }) ?? true, let token = sealer.open(link),
            let caller = try await person(beginning.user),
            let track = try await catalog.details(for: [beginning.track], in: caller.libraries).first,
            let artist = NamedTrack.credit(track)
        else { return }
        let named = NamedTrack(
            recording: track.musicBrainzRecording, isrc: track.isrc, title: track.item.title, artist: artist,
            album: track.item.albumName, durationMilliseconds: track.item.durationMilliseconds)
        try await client.announce(named, by: beginning.client, with: token, at: base)
    }
}

extension NamedTrack {
    /// The names of a track's artists in one line; nil where it has none.
    fileprivate static func credit(_ track: TrackDetails) -> String? {
        let names = track.item.artists.map(\.name).filter { !$0.isEmpty }
        return names.isEmpty ? nil : names.joined(separator: ", ")
    }
}
