package import Accounts
package import HTTPSupport
import Hummingbird
package import Podcasts
import Primitives
import Streaming

/// The episodes of the caller's podcasts.
package enum EpisodeRoutes {
    @TableBuilder<Endpoint>
    package static func endpoints(
        episodes: EpisodeService, audio: EpisodeAudioService, revocations: Revocations
    ) -> [Endpoint] {
        let responder = EpisodeResponder(episodes: audio, revocations: revocations)
        let one = "/api/v1/episodes/{id}"
        Endpoint(
            .get, "/api/v1/podcasts/episodes", .requires(.listen), tag: "Podcasts",
            "The episodes of all podcasts of the caller's, the newest first", parameters: .paging,
            reply: Page<ListedEpisode>.self, capacity: 64 * 1024, compressed: true
        ) { request, context in try await episodes.episodes(of: nil, request.pageRequest(), as: context.principal()) }
        Endpoint(
            .get, "/api/v1/podcasts/{id}/episodes", .requires(.listen), tag: "Podcasts",
            "The episodes of a podcast of the caller's, the newest first", parameters: .paging,
            reply: Page<ListedEpisode>.self, capacity: 64 * 1024,
            compressed: true
        ) { request, context in
            try await episodes.episodes(of: context.id("id"), request.pageRequest(), as: context.principal())
        }
        Endpoint(
            .get, one, .requires(.listen), tag: "Podcasts", "An episode of a podcast of the caller's",
            reply: ListedEpisode.self
        ) { _, context in try await episodes.episode(context.id("id"), as: context.principal()) }
        Endpoint(
            .put, one + "/state", .requires(.listen), tag: "Podcasts",
            "Store how far the caller is in an episode. At its end it counts as played, and begins anew",
            body: StateBody().schema, reply: ListedEpisode.self
        ) { request, context in
            let (position, isPlayed) = try await request.read(\.position, \.isPlayed, of: StateBody())
            let (id, caller) = (try context.id("id") as ID<Episode>, try context.principal())
            _ = try await episodes.setState(
                of: id, position: position.map { .milliseconds($0) }, isPlayed: isPlayed, as: caller)
            return try await episodes.episode(id, as: caller)
        }
        Endpoint(
            .get, one + "/stream", .requires(.stream), tag: "Podcasts",
            "The episode's audio: the downloaded file, or the one of the podcast's server passed on, with ranges where that server takes them",
            reply: .bytes(mediaType: "audio/*")
        ) { request, context in
            let authenticated = try context.signedIn()
            let audio = try await audio.open(
                context.id("id"), as: authenticated.principal, for: Listener(authenticated, at: context.remoteAddress),
                begins: request.method != .head)
            return responder.respond(with: audio, for: authenticated, to: request, on: context.channel)
        }
        Endpoint(
            .get, one + "/chapters", .requires(.listen), tag: "Podcasts", "The chapters of an episode in order",
            reply: ListBody<Chapter>.self, compressed: true
        ) { _, context in ListBody(try await episodes.chapters(of: context.id("id"), as: context.principal())) }
        Endpoint(
            .get, one + "/transcript", .requires(.listen), tag: "Podcasts", "What is said in an episode, in order",
            reply: ListBody<TranscriptLine>.self, capacity: 64 * 1024, compressed: true
        ) { _, context in ListBody(try await episodes.transcript(of: context.id("id"), as: context.principal())) }
        Endpoint(
            .put, one + "/download", .requires(.listen), tag: "Podcasts",
            "Have the server download an episode, for all subscribers", status: .accepted
        ) { _, context in
            try await episodes.download(context.id("id"), as: context.principal(), from: context.remoteAddress)
        }
        Endpoint(
            .delete, one + "/download", .requires(.listen), tag: "Podcasts",
            "Remove a downloaded episode from the server's disk"
        ) { _, context in
            try await episodes.removeDownload(
                of: context.id("id"), as: context.principal(), from: context.remoteAddress)
        }
    }
}

/// How far the caller is. A value that is left out stays.
private struct StateBody: InputBody {
    let position = Input<Int64?>("positionMs", .integer(in: 0...Int64(Int32.max)))
    let isPlayed = Input<Bool?>("played", .flag)
}

extension ListedEpisode: ObjectBody {
    package static let component: String? = "Episode"
    package static let fields = Fields<Self> {
        Field("id") { $0.episode.id.rawValue }
        Field("podcastId") { $0.episode.podcast.rawValue }
        Field("podcastTitle") { $0.podcastTitle }
        Field("title") { $0.episode.item.title }
        Field("text") { $0.episode.item.text }
        Field("publishedAt") { $0.episode.publishedAt }
        Field("durationMs") { $0.episode.item.durationMilliseconds }
        Field("season") { $0.episode.item.season }
        Field("number") { $0.episode.item.number }
        Field("picture") { $0.picture.map(ImagePath.text) }
        Field("explicit") { $0.episode.item.isExplicit ? true : nil }
        Field("hasChapters") { $0.episode.item.chapters != nil }
        Field("hasTranscript") { $0.episode.item.transcript != nil }
        Field("new") { $0.isNew }
        Field("played") { $0.state?.isPlayed ?? false }
        Field("positionMs") { $0.state?.position.wholeMilliseconds ?? 0 }
        Field("download") { $0.download?.state }
    }
}

extension Chapter: ObjectBody {
    package static let fields = Fields<Self> {
        Field("startMs") { $0.start.wholeMilliseconds }
        Field("title") { $0.title }
    }
}

extension TranscriptLine: ObjectBody {
    package static let fields = Fields<Self> {
        Field("startMs") { $0.start.wholeMilliseconds }
        Field("text") { $0.text }
        Field("speaker") { $0.speaker }
    }
}
