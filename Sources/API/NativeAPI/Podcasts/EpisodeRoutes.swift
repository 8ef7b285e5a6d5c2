package import Accounts
package import HTTPSupport
import Hummingbird
package import Podcasts
import Primitives
import Streaming

/// The episodes of the caller's podcasts.
package struct EpisodeRoutes: Sendable {
    private let episodes: EpisodeService
    private let audio: EpisodeAudioService
    private let responder: EpisodeResponder

    package init(episodes: EpisodeService, audio: EpisodeAudioService, revocations: Revocations) {
        self.episodes = episodes
        self.audio = audio
        responder = EpisodeResponder(episodes: audio, revocations: revocations)
    }

    @TableBuilder<Endpoint> package var endpoints: [Endpoint] {
        let one = "/api/v1/episodes/{id}"
        Endpoint(
            .get, "/api/v1/podcasts/episodes", .requires(.listen), tag: "Podcasts",
            "The episodes of all podcasts of the caller's, the newest first", parameters: .paging,
            reply: PageBody<EpisodeBody>.self, capacity: 64 * 1024, compressed: true
        ) { request, context in try await page(of: nil, request, context) }
        Endpoint(
            .get, "/api/v1/podcasts/{id}/episodes", .requires(.listen), tag: "Podcasts",
            "The episodes of a podcast of the caller's, the newest first", parameters: .paging,
            reply: PageBody<EpisodeBody>.self, capacity: 64 * 1024,
            compressed: true
        ) { request, context in try await page(of: context.id("id"), request, context) }
        Endpoint(
            .get, one, .requires(.listen), tag: "Podcasts", "An episode of a podcast of the caller's",
            reply: EpisodeBody.self
        ) { _, context in EpisodeBody(item: try await episodes.episode(context.id("id"), as: context.principal())) }
        Endpoint(
            .put, one + "/state", .requires(.listen), tag: "Podcasts",
            "Store how far the caller is in an episode. At its end it counts as played, and begins anew",
            body: StateBody().schema, reply: EpisodeBody.self
        ) { request, context in
            let (position, isPlayed) = try await request.read(\.position, \.isPlayed, of: StateBody())
            let (id, caller) = (try context.id("id") as ID<Episode>, try context.principal())
            _ = try await episodes.setState(
                of: id, position: position.map { .milliseconds($0) }, isPlayed: isPlayed, as: caller)
            return EpisodeBody(item: try await episodes.episode(id, as: caller))
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
            reply: ListBody<ChapterBody>.self, compressed: true
        ) { _, context in
            ListBody(try await episodes.chapters(of: context.id("id"), as: context.principal()).map(ChapterBody.init))
        }
        Endpoint(
            .get, one + "/transcript", .requires(.listen), tag: "Podcasts", "What is said in an episode, in order",
            reply: ListBody<TranscriptLineBody>.self, capacity: 64 * 1024, compressed: true
        ) { _, context in
            ListBody(
                try await episodes.transcript(of: context.id("id"), as: context.principal()).map(
                    TranscriptLineBody.init))
        }
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

    private func page(
        of podcast: ID<Podcast>?, _ request: Request, _ context: GatewayContext
    ) async throws -> PageBody<EpisodeBody> {
        let page = try await episodes.episodes(of: podcast, request.pageRequest(), as: context.principal())
        return PageBody(page.map(EpisodeBody.init))
    }
}

/// How far the caller is. A value that is left out stays.
private struct StateBody: InputBody {
    let position = Input<Int64?>("positionMs", .integer(in: 0...Int64(Int32.max)))
    let isPlayed = Input<Bool?>("played", .flag)
}

struct EpisodeBody: ObjectBody {
    static let component: String? = "Episode"
    static let fields = Fields<Self> {
        Field("id") { $0.item.episode.id.rawValue }
        Field("podcastId") { $0.item.episode.podcast.rawValue }
        Field("podcastTitle") { $0.item.podcastTitle }
        Field("title") { $0.item.episode.item.title }
        Field("text") { $0.item.episode.item.text }
        Field("publishedAt") { $0.item.episode.publishedAt }
        Field("durationMs") { $0.item.episode.item.durationMilliseconds }
        Field("season") { $0.item.episode.item.season }
        Field("number") { $0.item.episode.item.number }
        Field("picture") { $0.item.picture.map(ImagePath.text) }
        Field("explicit") { $0.item.episode.item.isExplicit ? true : nil }
        Field("hasChapters") { $0.item.episode.item.chapters != nil }
        Field("hasTranscript") { $0.item.episode.item.transcript != nil }
        Field("new") { $0.item.isNew }
        Field("played") { $0.item.state?.isPlayed ?? false }
        Field("positionMs") { $0.item.state?.position.wholeMilliseconds ?? 0 }
        Field("download") { $0.item.download?.state }
    }

    let item: ListedEpisode
}

private struct ChapterBody: ObjectBody {
    static let fields = Fields<Self> {
        Field("startMs") { $0.chapter.start.wholeMilliseconds }
        Field("title") { $0.chapter.title }
    }

    let chapter: Chapter
}

private struct TranscriptLineBody: ObjectBody {
    static let fields = Fields<Self> {
        Field("startMs") { $0.line.start.wholeMilliseconds }
        Field("text") { $0.line.text }
        Field("speaker") { $0.line.speaker }
    }

    let line: TranscriptLine
}
