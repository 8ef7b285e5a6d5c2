import Accounts
import Files
import NIOPosix
package import Podcasts
package import Primitives
package import Support
import Synchronization

/// The podcast services over a new database, with a podcast host in memory and a stopped clock.
package final class PodcastFixture: StoreFixture {
    package static let ada = Principal(user: ID("ada"), role: .listener)
    package static let bob = Principal(user: ID("bob"), role: .listener)
    /// A user who may not hear explicit content.
    package static let carol = Principal(
        user: ID("carol"), role: .listener, libraries: .everything.including(explicit: false))
    package static let address = "https://podcast.example/feed"

    package let clock = TestClock()
    package let host: PodcastHost
    package let engine: Engine
    package let podcasts: PodcastService
    package let episodes: EpisodeService
    package let refresher: PodcastRefresher
    package let downloader: EpisodeDownloader
    private let files: DiskQuarantine
    private let switchboard: Switchboard

    private final class Switchboard: Sendable {
        let rules = Mutex<PodcastRules?>(PodcastRules(interval: .seconds(3600), quota: 10_000))
    }

    package init(takesRanges: Bool = true) async throws {
        let (host, switchboard, clock) = (PodcastHost(takesRanges: takesRanges), Switchboard(), clock)
        let engine = try Engine.sqlite(clock: clock)
        let rules: PodcastRules.Source = { switchboard.rules.withLock { $0 } }
        let store = engine.podcasts
        files = try DiskQuarantine(folder: engine.folder.path + "/podcasts", pool: .singleton)
        let blobs = try await DiskBlobStore.open(folder: engine.folder.path + "/images", pool: .singleton)
        podcasts = PodcastService(store: store, source: host, rules: rules, limiter: RateLimiter(), clock: clock)
        episodes = EpisodeService(
            store: store, source: host, rules: rules, limiter: RateLimiter(clock: clock), clock: clock)
        refresher = PodcastRefresher(
            store: store, source: host,
            pictures: PictureUploads(maker: SamePicture(), blobs: blobs, owners: engine.blobOwners), rules: rules,
            clock: clock)
        downloader = EpisodeDownloader(
            store: store, files: files, source: host, rules: rules, reserve: 0, clock: clock)
        (self.host, self.engine, self.switchboard) = (host, engine, switchboard)
        for person in [Self.ada, Self.bob, Self.carol] { try await engine.add(person, at: clock.now()) }
        host.put(PodcastHost.feed("Harbor", ["Fog", "Salt"]), at: Self.address)
    }

    /// Nil switches podcasts off.
    package func set(_ rules: PodcastRules?) {
        switchboard.rules.withLock { $0 = rules }
    }

    package func subscribe(_ caller: Principal = ada) async throws -> Subscription {
        try await podcasts.subscribe(to: Self.address, as: caller, from: "x")
    }

    /// The episodes of the only podcast as the user sees them, newest first.
    package func listed(_ caller: Principal = ada) async throws -> [ListedEpisode] {
        try await episodes.episodes(of: nil, .first(100), as: caller).items
    }

    /// The file of a downloaded episode, or of a partial download.
    package func file(of episode: ID<Episode>) async throws -> (any ReadableFile)? {
        try await files.open(episode.rawValue)
    }

    /// Removes an episode's file, which is then missing as after a restore from a backup.
    package func lose(_ episode: ID<Episode>) async {
        await files.remove(episode.rawValue)
    }

    /// Advances the clock until every feed is due, and reads the feeds.
    package func refresh() async throws {
        clock.advance(by: .seconds(4000))
        _ = try await refresher.work()
    }
}
