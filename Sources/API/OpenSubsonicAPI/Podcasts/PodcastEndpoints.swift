import Accounts
import HTTPSupport
package import Podcasts
import Primitives

/// The services that the calls about podcasts use.
package struct PodcastServices: Sendable {
    let podcasts: PodcastService
    let episodes: EpisodeService
    let audio: EpisodeAudioService

    package init(podcasts: PodcastService, episodes: EpisodeService, audio: EpisodeAudioService) {
        self.podcasts = podcasts
        self.episodes = episodes
        self.audio = audio
    }
}

/// The caller's podcasts. While they are switched off, lists are empty.
package struct PodcastEndpoints: Sendable {
    /// The most episodes of one channel that are listed.
    private static let mostEpisodes = 500
    /// The number of newest episodes of all channels together that are listed, and the characters of a description in that list.
    private static let mostOfAll = 5_000
    fileprivate static let longestText = 300

    let services: PodcastServices

    @TableBuilder<SubsonicEndpoint> package var endpoints: [SubsonicEndpoint] {
        SubsonicEndpoint("getPodcasts", .requires(.read, .listen), compressed: true, all)
        SubsonicEndpoint("getNewestPodcasts", .requires(.read, .listen), compressed: true, newest)
        SubsonicEndpoint("getPodcastEpisode", .requires(.read, .listen), episode)
        SubsonicEndpoint(silent: "refreshPodcasts", .requires(.write, .listen)) { call in
            try await services.podcasts.refresh(as: call.caller)
        }
        SubsonicEndpoint(silent: "createPodcastChannel", .requires(.write, .listen)) { call in
            _ = try await services.podcasts.subscribe(
                to: call.required("url", upTo: 4096), as: call.caller, from: call.origin)
        }
        SubsonicEndpoint(silent: "deletePodcastChannel", .requires(.write, .listen)) { call in
            try await services.podcasts.unsubscribe(from: Self.podcast(call), as: call.caller, from: call.origin)
        }
        SubsonicEndpoint(silent: "downloadPodcastEpisode", .requires(.write, .listen)) { call in
            try await services.episodes.download(Self.episode(call), as: call.caller, from: call.origin)
        }
        SubsonicEndpoint(silent: "deletePodcastEpisode", .requires(.write, .listen)) { call in
            // The protocol's "delete" is that of the file.
            try await services.episodes.removeDownload(of: Self.episode(call), as: call.caller, from: call.origin)
        }
    }

    private func all(_ call: SubsonicCall) async throws -> Reply {
        let includesEpisodes = try call.flag("includeEpisodes", default: true)
        let isOne = call.parameters.first("id")?.isEmpty == false
        let subscriptions = try await subscriptions(call)
        var episodes: [ID<Podcast>: [ListedEpisode]] = [:]
        if includesEpisodes, let first = subscriptions.first {
            episodes = isOne ? [first.podcast.id: try await newest(of: first, call)] : try await newestOfAll(call)
        }
        let channels = subscriptions.map { subscription in
            (isOne ? subscription.podcast : subscription.podcast.shortened, episodes[subscription.podcast.id] ?? [])
        }
        let capacity = 4096 + channels.reduce(0) { $0 + $1.1.count * 1024 }
        return Reply("podcasts", capacity: capacity) { writer in
            writer.array("channel", channels) { writer, channel in
                let (podcast, episodes) = channel
                Self.write(podcast, to: &writer)
                guard includesEpisodes else { return }
                writer.array("episode", episodes) { EpisodeChild(listed: $1).write(to: &$0) }
            }
        }
    }

    private func newest(of subscription: Subscription, _ call: SubsonicCall) async throws -> [ListedEpisode] {
        try await services.episodes.episodes(
            of: subscription.podcast.id, .first(Self.mostEpisodes), as: call.caller
        ).items
    }

    /// The newest episodes of the caller's channels with short descriptions, so that the answer has a bound.
    private func newestOfAll(_ call: SubsonicCall) async throws -> [ID<Podcast>: [ListedEpisode]] {
        var (found, page) = ([ID<Podcast>: [ListedEpisode]](), PageRequest.first(PageRequest.maximumLimit))
        for _ in 0..<Self.mostOfAll / PageRequest.maximumLimit {
            let episodes = try await services.episodes.episodes(of: nil, page, as: call.caller)
            for listed in episodes.items where found[listed.episode.podcast]?.count ?? 0 < Self.mostEpisodes {
                found[listed.episode.podcast, default: []].append(listed.shortened)
            }
            guard let next = episodes.next else { break }
            page = try PageRequest(limit: PageRequest.maximumLimit, cursor: next)
        }
        return found
    }

    /// All of the caller's, or the one that the call names.
    private func subscriptions(_ call: SubsonicCall) async throws -> [Subscription] {
        if call.parameters.first("id")?.isEmpty == false {
            return [try await services.podcasts.subscription(Self.podcast(call), as: call.caller)]
        }
        do {
            return try await services.podcasts.subscriptions(as: call.caller)
        } catch let error as DomainError where error == PodcastRules.off {
            return []
        }
    }

    private static func write(_ podcast: Podcast, to writer: inout ReplyWriter) {
        writer.bareText("id", "po-", podcast.id.rawValue)
        writer.attribute("url", podcast.address)
        writer.attribute("title", podcast.title)
        writer.attribute("description", podcast.text)
        writer.cover(podcast.picture, "po-", podcast.id.rawValue)
        writer.attribute("originalImageUrl", podcast.pictureAddress)
        let status = podcast.problem != nil ? "error" : podcast.refreshedAt == nil ? "new" : "completed"
        writer.bareText("status", status)
        writer.attribute("errorMessage", podcast.problem)
    }

    private func newest(_ call: SubsonicCall) async throws -> Reply {
        let count = try call.count("count", default: 20)
        var found: [ListedEpisode] = []
        do {
            if count > 0 { found = try await services.episodes.episodes(of: nil, .first(count), as: call.caller).items }
        } catch let error as DomainError where error == PodcastRules.off {}
        return Reply.list("newestPodcasts", of: "episode", found, each: 1024) {
            EpisodeChild(listed: $1).write(to: &$0)
        }
    }

    private func episode(_ call: SubsonicCall) async throws -> Reply {
        let found = try await services.episodes.episode(Self.episode(call), as: call.caller)
        return Reply("podcastEpisode") { EpisodeChild(listed: found).write(to: &$0) }
    }

    private static func podcast(_ call: SubsonicCall) throws(SubsonicFailure) -> ID<Podcast> {
        guard case .podcast(let id) = SubsonicID(try call.required("id")) else { throw .absent("podcast") }
        return id
    }

    private static func episode(_ call: SubsonicCall) throws(SubsonicFailure) -> ID<Episode> {
        guard case .episode(let id) = SubsonicID(try call.required("id")) else { throw .absent("podcast episode") }
        return id
    }
}

extension Podcast {
    fileprivate var shortened: Podcast {
        var podcast = self
        podcast.text = String(text.prefix(PodcastEndpoints.longestText))
        return podcast
    }
}

extension ListedEpisode {
    fileprivate var shortened: ListedEpisode {
        var episode = episode
        episode.item.text = String(episode.item.text.prefix(PodcastEndpoints.longestText))
        return ListedEpisode(
            episode: episode, podcastTitle: podcastTitle, podcastPicture: podcastPicture, isNew: isNew, state: state,
            download: download)
    }
}

/// An episode as `Child` with the members of `PodcastEpisode`.
struct EpisodeChild: Sendable {
    let listed: ListedEpisode

    func write(to writer: inout ReplyWriter) {
        let (episode, item) = (listed.episode, listed.episode.item)
        writer.bareText("id", "ep-", episode.id.rawValue)
        writer.attribute("isDir", false)
        writer.attribute("title", item.title)
        writer.bareText("streamId", "ep-", episode.id.rawValue)
        writer.bareText("channelId", "po-", episode.podcast.rawValue)
        // Every episode can be streamed, downloaded or not; clients play no other state.
        writer.bareText("status", "completed")
        writer.bareText("parent", "po-", episode.podcast.rawValue)
        writer.attribute("album", listed.podcastTitle)
        writer.attribute("artist", listed.podcastTitle)
        writer.attribute("description", item.text)
        writer.attribute("publishDate", episode.publishedAt)
        writer.attribute("track", item.number)
        writer.attribute("discNumber", item.season)
        writer.bareText("genre", "Podcast")
        writer.cover(listed.picture, "ep-", episode.id.rawValue)
        if let size = listed.download?.size ?? item.size { writer.attribute("size", size) }
        writer.attribute("contentType", item.mediaType)
        writer.bareText("suffix", suffix)
        if let length = item.durationMilliseconds { writer.duration(length) }
        writer.attribute("isVideo", false)
        if item.isExplicit { writer.bareText("explicitStatus", "explicit") }
        writer.bareText("type", "podcast")
        writer.attribute("created", episode.publishedAt)
        writer.attribute("playCount", listed.state?.isPlayed == true ? 1 : 0)
        if let state = listed.state, state.position > .zero {
            writer.attribute("bookmarkPosition", state.position.wholeMilliseconds)
        }
    }

    /// The usual ending of files of the media type.
    private var suffix: String {
        switch listed.episode.item.mediaType {
        case "audio/mp4", "audio/x-m4a", "audio/m4a": "m4a"
        case "video/mp4": "mp4"
        case "audio/ogg": "ogg"
        case "audio/opus": "opus"
        case "audio/aac": "aac"
        case "audio/flac": "flac"
        case "audio/wav", "audio/x-wav": "wav"
        default: "mp3"
        }
    }
}
