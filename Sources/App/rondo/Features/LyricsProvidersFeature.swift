import Accounts
import Gateway
import HTTPSupport
import Logging
import Lyrics
import NativeAPI
import NetworkClients
import Primitives
import SQLiteStore
import ServiceLifecycle

/// Words that are looked up at other servers. Only for the server: two processes would ask for the same songs.
struct LyricsProvidersFeature: Feature {
    /// The threads that ask name servers.
    private static let resolvers = 2

    let lookups: LyricsLookupService
    /// Asks servers that admins have set up. It works while the jobs run.
    var reader: GuardedReader { outgoing.reader }
    private let outgoing: OutgoingReader
    let endpoints: [Endpoint]
    private let runner: LyricsRunner
    private let queue: LyricsLookupQueue
    private let store: SQLiteLyricsLookupStore
    private let instance: Instance

    init(_ features: Features) throws {
        instance = features.instance
        let (database, clock, country) = (instance.database, instance.clock, instance.settings.country)
        let logger = Logger(label: "rondo.lyrics")
        outgoing = try OutgoingReader(features, threads: Self.resolvers)
        let client = HTTPLyricsProviders(reader: outgoing.reader)
        let sealer = SecretSealer(key: instance.secret.derive("rondo lyrics provider key v1"))
        let health = ServiceHealth<ID<LyricsProvider>>()
        store = SQLiteLyricsLookupStore(database)
        let finder = LyricsFinder(
            store: store, client: client, sealer: sealer, health: health, country: country, clock: clock)
        queue = LyricsLookupQueue(finder: finder) { error in
            logger.warning("Words could not be looked up", metadata: ["error": "\(error)"])
        }
        lookups = LyricsLookupService(finder: finder, queue: queue, lyrics: SQLiteLyricsStore(database))
        let providers = LyricsProviderService(
            store: SQLiteLyricsProviderStore(database), client: client, sealer: sealer, health: health, clock: clock)
        let runStore = SQLiteLyricsRunStore(database)
        runner = LyricsRunner(store: runStore, finder: finder, queue: queue, clock: clock)
        let runs = LyricsRunService(store: runStore, lookups: store, runner: runner, clock: clock)
        endpoints =
            LyricsLookupRoutes.endpoints(lookups: lookups)
            + LyricsProviderRoutes(providers: providers, runs: runs).endpoints
    }

    /// The lookups that end, each for those who may see its song.
    func ended(for caller: Principal) -> EventFeed<any JSONWritable> {
        queue.ended().filter { caller.libraries.admits(library: $0.library) }.map { $0 as any JSONWritable }
    }

    /// The progress of the lookups of whole libraries.
    func progress() -> EventFeed<any JSONWritable> {
        runner.updates().map { run -> any JSONWritable in run }
    }

    func jobs(_ jobs: JobMaker) -> [any Service] {
        [
            jobs.make("lyricsLookups", .always, last: outgoing.end) {
                outgoing.start()
                await queue.work()
            },
            jobs.make("lyricsRuns", .always) { try await runner.work() },
            jobs.make("lyricsExpiry", .every(.seconds(600))) {
                _ = try await store.removeExpired(at: instance.clock.now())
            },
        ]
    }
}
