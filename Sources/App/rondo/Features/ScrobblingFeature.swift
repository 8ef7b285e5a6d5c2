import Accounts
import Administration
import Catalog
import Gateway
import HTTPSupport
import Listening
import NIOPosix
import NativeAPI
import NetworkClients
import Portability
import Primitives
import SQLiteStore
import ServiceLifecycle
import Submissions

/// Plays that are handed on to another server, and imports of listens from there. Only for the server: two processes
/// would send the same plays.
struct ScrobblingFeature: Feature {
    /// The threads that ask name servers.
    private static let resolvers = 2
    /// The listens that are imported in one transaction.
    private static let importBatch = 200

    private let scrobbles: ScrobbleService
    private let sender: ScrobbleSender
    private let announcer: ScrobbleAnnouncer
    private let resolving = NIOThreadPool(numberOfThreads: ScrobblingFeature.resolvers)
    private let instance: Instance

    init(_ features: Features) throws {
        let instance = features.instance
        self.instance = instance
        let settings = features.administration.settings
        let client = ListenBrainzClient(
            reader: GuardedReader(
                resolver: SystemNameResolver(pool: resolving),
                fetcher: try PinnedFetcher(
                    agent: "Rondo/\(Rondo.version)", authority: instance.settings.linkAuthority),
                limits: ListenBrainzClient.limits, networks: { try await settings.current().links.networks }))
        let server: @Sendable () async throws -> String? = {
            let now = try await settings.current()
            return now.handsOnPlays ? now.listenBrainzURL : nil
        }
        let store = SQLiteScrobbleStore(instance.database)
        let sealer = ScrobbleTokenSealer(key: instance.secret.derive("rondo scrobbling token v1"))
        let imports = SQLiteImportStore(instance.database)
        scrobbles = ScrobbleService(
            store: store, client: client, sealer: sealer, server: server, clock: instance.clock)
        sender = ScrobbleSender(
            store: store, client: client, sealer: sealer, server: server, person: instance.people,
            take: { [clock = instance.clock] plays, caller in
                var counts = (added: 0, unmatched: 0)
                for start in stride(from: 0, to: plays.count, by: Self.importBatch) {
                    let items = plays[start..<min(start + Self.importBatch, plays.count)].map {
                        ImportItem.play($0.track, at: $0.playedAt, client: $0.client)
                    }
                    let outcomes = try await imports.take(
                        items, from: .listenbrainz, for: caller, isTrial: false, at: clock.now())
                    counts.added += outcomes.count { $0 == .added }
                    counts.unmatched += outcomes.count { $0 == .unmatched }
                }
                return counts
            }, clock: instance.clock)
        announcer = ScrobbleAnnouncer(
            features.listening.beginnings, store: store, client: client, sealer: sealer,
            catalog: instance.catalogStore, server: server, person: instance.people)
    }

    var endpoints: [Endpoint] { ScrobbleRoutes(scrobbles: scrobbles).endpoints }

    func jobs(_ jobs: JobMaker) -> [any Service] {
        [
            jobs.make("scrobbling", .always, last: endResolving) {
                resolving.start()
                // Plays, settings, and the links themselves.
                try await sender.run(
                    on: instance.database.changes.revisions(ofAny: [.listening, .administration, .upkeep]))
            },
            jobs.make("playingNow", .always) { await announcer.work() },
        ]
    }

    /// Ends the threads. Nobody waits for one that a name server keeps waiting.
    @Sendable private func endResolving() {
        resolving.shutdownGracefully { _ in }
    }
}
