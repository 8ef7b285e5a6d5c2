import Accounts
import Administration
import Files
import Gateway
import HTTPSupport
import NIOPosix
import NativeAPI
import NetworkClients
import OpenSubsonicAPI
import Podcasts
import Primitives
import SQLiteStore
import ServiceLifecycle

/// Podcasts: subscriptions, the reading of feeds, and downloads. Only for the server: two processes would ask for the
/// same feeds.
struct PodcastFeature: Feature {
    /// The threads that ask name servers.
    private static let resolvers = 2

    let services: PodcastServices
    let endpoints: [Endpoint]
    private let refresher: PodcastRefresher
    private let downloader: EpisodeDownloader
    private let outgoing: OutgoingReader
    private let instance: Instance

    init(_ features: Features, _ streaming: StreamingFeature) throws {
        instance = features.instance
        let (settings, clock) = (features.administration.settings, instance.clock)
        let rules: PodcastRules.Source = {
            let podcasts = try await settings.current().podcasts
            guard podcasts.isOn else { return nil }
            return PodcastRules(
                interval: .seconds(podcasts.interval * 60), quota: Int64(podcasts.quota) * 1_000_000)
        }
        outgoing = try OutgoingReader(features, threads: Self.resolvers)
        let source = PodcastClient(reader: outgoing.reader)
        let store = SQLitePodcastStore(instance.database)
        let files = try DiskQuarantine(folder: instance.settings.data.podcasts, pool: .singleton)
        let podcasts = PodcastService(store: store, source: source, rules: rules, limiter: RateLimiter(), clock: clock)
        let episodes = EpisodeService(store: store, source: source, rules: rules, limiter: RateLimiter(), clock: clock)
        let audio = EpisodeAudioService(
            store: store, files: files, source: source, admission: streaming.admission, rules: rules,
            limiter: RateLimiter())
        services = PodcastServices(podcasts: podcasts, episodes: episodes, audio: audio)
        refresher = PodcastRefresher(
            store: store, source: source, pictures: instance.pictures, rules: rules, clock: clock)
        downloader = EpisodeDownloader(
            store: store, files: files, source: source, rules: rules, reserve: instance.settings.freeSpaceReserve,
            clock: clock)
        endpoints =
            PodcastRoutes.endpoints(podcasts: podcasts)
            + EpisodeRoutes.endpoints(episodes: episodes, audio: audio, revocations: features.accounts.revocations)
    }

    func jobs(_ jobs: JobMaker) -> [any Service] {
        [
            jobs.make("podcastFeeds", .always, last: outgoing.end) {
                try await repeatedly { try await refresher.work() }
            },
            jobs.make("podcastDownloads", .always) { try await repeatedly { try await downloader.work() } },
        ]
    }

    /// Works whenever podcasts or settings change, and when the time that the work itself has named is over.
    private func repeatedly(_ work: @escaping @Sendable () async throws -> Duration) async throws {
        outgoing.start()
        while !Task.isCancelled {
            // Subscribed before the look, so that no change falls between the two.
            let changes = instance.database.changes.revisions(ofAny: [.podcasts, .administration])
            let rest = try await work()
            await withTaskGroup { group in
                group.addTask { for await _ in changes { return } }
                group.addTask { try? await Task.sleep(for: rest) }
                await group.next()
                group.cancelAll()
            }
        }
    }
}
