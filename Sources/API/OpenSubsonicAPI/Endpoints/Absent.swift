import Accounts
import Primitives

/// What this server has none of: videos, podcasts, a jukebox. Lists are empty, what could be looked up is not found, and what could be
/// done nobody may do.
package struct UnsupportedEndpoints: Sendable {
    package init() {}

    package var endpoints: [SubsonicEndpoint] {
        let read = SubsonicEndpoint.Access.requires(.read, .browse)
        return [
            SubsonicEndpoint("getVideos", read) { _ in Self.empty("videos", "video") },
            SubsonicEndpoint("getVideoInfo", read) { try Self.nothing($0, "video") },
            SubsonicEndpoint("getCaptions", read) { try Self.nothing($0, "video") },
            SubsonicEndpoint("hls.m3u8", read) { try Self.nothing($0, "video") },
            SubsonicEndpoint("getPodcasts", read) { _ in Self.empty("podcasts", "channel") },
            SubsonicEndpoint("getNewestPodcasts", read) { _ in Self.empty("newestPodcasts", "episode") },
            SubsonicEndpoint("getPodcastEpisode", read) { try Self.nothing($0, "podcast episode") },
        ]
            + [
                "refreshPodcasts", "createPodcastChannel", "deletePodcastChannel", "deletePodcastEpisode",
                "downloadPodcastEpisode", "jukeboxControl",
            ].map { SubsonicEndpoint($0, .nobody) { _ in .empty } }
    }

    private static func empty(_ object: StaticString, _ array: StaticString) -> Reply {
        Reply { $0.object(object) { $0.array(array, [Int]()) { _, _ in } } }
    }

    private static func nothing(_ call: SubsonicCall, _ what: String) throws -> Reply {
        _ = try call.required("id")
        throw SubsonicFailure.absent(what)
    }
}
