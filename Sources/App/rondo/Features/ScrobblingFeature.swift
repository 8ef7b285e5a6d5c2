import Accounts
import Administration
import Gateway
import HTTPSupport
import Listening
import NativeAPI
import NetworkClients
import Portability
import Primitives
import SQLiteStore
import ServiceLifecycle

/// Plays that are handed on to another server, and imports of listens from there. Only for the server: two processes
/// would send the same plays.
struct ScrobblingFeature: Feature {
    /// The threads that ask name servers.
    private static let resolvers = 2
    /// The listens that are imported in one transaction.
    private static let importBatch = 200

    /// A kind of server: what is sent there by itself.
    private struct Lane {
        let sender: ScrobbleSender
        let announcer: ScrobbleAnnouncer
        let scrobbles: ScrobbleService
    }

    private let listenBrainz: Lane
    private let lastFM: Lane
    let endpoints: [Endpoint]
    private let outgoing: OutgoingReader
    private let instance: Instance

    init(_ features: Features) throws {
        instance = features.instance
        let (settings, clock) = (features.administration.settings, instance.clock)
        outgoing = try OutgoingReader(features, threads: Self.resolvers, limits: ListenBrainzClient.limits)
        let reader = outgoing.reader

        let listens = ListenBrainzClient(reader: reader)
        listenBrainz = Self.lane(
            listens, source: .listenbrainz, features,
            sealer: SecretSealer(key: instance.secret.derive("rondo scrobbling token v1")),
            server: {
                let now = try await settings.current()
                return now.handsOnPlays ? now.listenBrainzURL : nil
            })
        let tokens = ScrobbleTokenService(scrobbles: listenBrainz.scrobbles, client: listens)

        let applications = SQLiteScrobbleApplicationStore(instance.database)
        let sealer = SecretSealer(key: instance.secret.derive("rondo last.fm session v1"))
        let keys: @Sendable () async throws -> ApplicationKeys? = { try await applications.keys(sealer) }
        let client = LastFMClient(reader: reader, keys: keys)
        lastFM = Self.lane(
            client, source: .lastfm, features, sealer: sealer, server: { try await keys()?.root })
        let consents = ScrobbleConsentService(scrobbles: lastFM.scrobbles, client: client, keys: keys, clock: clock)
        let application = ScrobbleApplicationService(
            store: applications, client: client, sealer: sealer, address: { try? LinkAddress($0).text }, clock: clock)
        endpoints =
            ScrobbleRoutes(scrobbles: listenBrainz.scrobbles, tokens: tokens).endpoints
            + LastFMRoutes(scrobbles: lastFM.scrobbles, consents: consents, application: application).endpoints
    }

    /// - Parameters:
    ///   - source: the source of plays that are imported from there.
    ///   - server: the address that the administrators have switched on; nil where it is off.
    private static func lane(
        _ client: any ScrobbleClient, source: ImportSource, _ features: Features, sealer: SecretSealer,
        server: @escaping @Sendable () async throws -> String?
    ) -> Lane {
        let (instance, clock) = (features.instance, features.instance.clock)
        let store = SQLiteScrobbleStore(instance.database, of: client.kind)
        let imports = SQLiteImportStore(instance.database)
        let sender = ScrobbleSender(
            store: store, client: client, sealer: sealer, server: server, person: instance.people,
            take: { plays, caller in
                var counts = (added: 0, unmatched: 0)
                for start in stride(from: 0, to: plays.count, by: importBatch) {
                    let items = plays[start..<min(start + importBatch, plays.count)].map {
                        ImportItem.play($0.track, at: $0.playedAt, client: $0.client)
                    }
                    let outcomes = try await imports.take(
                        items, from: source, for: caller, isTrial: false, at: clock.now())
                    counts.added += outcomes.count { $0 == .added }
                    counts.unmatched += outcomes.count { $0 == .unmatched }
                }
                return counts
            }, clock: clock)
        return Lane(
            sender: sender,
            announcer: ScrobbleAnnouncer(
                features.listening.beginnings, store: store, client: client, sealer: sealer,
                catalog: instance.catalogStore, server: server, person: instance.people, clock: clock),
            scrobbles: ScrobbleService(
                store: store, kind: client.kind, sealer: sealer, server: server, clock: clock))
    }

    func jobs(_ jobs: JobMaker) -> [any Service] {
        [
            jobs.make("scrobbling", .always, last: outgoing.end) { try await run(listenBrainz) },
            jobs.make("lastfm", .always) { try await run(lastFM) },
            jobs.make("playingNow", .always) { await listenBrainz.announcer.work() },
            jobs.make("lastfmPlayingNow", .always) { await lastFM.announcer.work() },
        ]
    }

    /// Works at each change of plays, settings, and the links themselves.
    private func run(_ lane: Lane) async throws {
        outgoing.start()
        try await lane.sender.run(
            on: instance.database.changes.revisions(ofAny: [.listening, .administration, .upkeep]))
    }
}
