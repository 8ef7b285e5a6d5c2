import Files
import NIOPosix
import OpenSubsonicAPI
import Podcasts
import Primitives
import SQLiteStore
import Streaming
import Support

extension RestFixture {
    /// The podcast service, switched on.
    static func podcasts(
        _ database: SQLiteDatabase, _ host: PodcastHost, _ admission: StreamAdmission, _ clock: TestClock,
        in data: String
    ) throws -> PodcastServices {
        host.put(PodcastHost.feed("Harbor &amp; Hill", ["Fog", "Salt"]), at: feed)
        host.put(Array("ID3 a short episode".utf8), at: "https://podcast.example/Fog.mp3")
        let store = SQLitePodcastStore(database)
        let rules: PodcastRules.Source = { PodcastRules(interval: .seconds(3600), quota: 1 << 30) }
        return PodcastServices(
            podcasts: PodcastService(store: store, source: host, rules: rules, limiter: RateLimiter(), clock: clock),
            episodes: EpisodeService(store: store, source: host, rules: rules, limiter: RateLimiter(), clock: clock),
            audio: EpisodeAudioService(
                store: store, files: try DiskQuarantine(folder: data + "/podcasts", pool: .singleton), source: host,
                admission: admission, rules: rules, limiter: RateLimiter()))
    }

    /// The address of the podcast.
    static let feed = "https://podcast.example/feed"
}
