package import HTTPSupport
import Hummingbird
package import Listening
import Primitives

/// What players report and what is playing now.
package struct PlaybackRoutes: Sendable {
    private let listening: ListeningService
    private let annotations: AnnotationLookup

    package init(listening: ListeningService, annotations: AnnotationLookup) {
        self.listening = listening
        self.annotations = annotations
    }

    package var endpoints: [Endpoint] {
        [
            Endpoint(
                .post, "/api/v1/playback", .requires(.listen), tag: "Listening", "Report what a player does",
                body: PlaybackReportBody.schema, reply: .json(.ok, PlaybackAnswerBody.schema), handler: report),
            Endpoint(
                .get, "/api/v1/now-playing", .requires(.listen), tag: "Listening", "What the own devices play",
                reply: .json(.ok, .list(of: NowPlayingBody.schema)), compressed: true, handler: nowPlaying),
        ]
    }

    @Sendable private func report(_ request: Request, _ context: GatewayContext) async throws -> Response {
        let body = try PlaybackReportBody(await request.jsonFields(upTo: 4096))
        let answer = try await listening.report(
            body.report, as: context.principal(), from: context.remoteAddress)
        return .json(PlaybackAnswerBody(answer: answer))
    }

    @Sendable private func nowPlaying(_ request: Request, _ context: GatewayContext) async throws -> Response {
        let caller = try context.principal()
        let items = try await listening.nowPlaying(as: caller)
        let annotations = try await annotations.of(tracks: items.map(\.track), as: caller)
        return .json(ListBody(items.map { NowPlayingBody(item: $0, annotations: annotations) }))
    }
}
