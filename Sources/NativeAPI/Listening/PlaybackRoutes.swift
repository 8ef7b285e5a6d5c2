package import HTTPSupport
import Hummingbird
package import Listening
import Primitives

/// What players report and what is playing now.
package struct PlaybackRoutes: Sendable {
    private let listening: ListeningService

    package init(listening: ListeningService) {
        self.listening = listening
    }

    package var endpoints: [Endpoint] {
        [
            Endpoint(
                .post, "/api/v1/playback", .requires(.listen), tag: "Listening", "Report what a player does",
                body: PlaybackReportBody.schema, reply: .json(.ok, PlaybackAnswerBody.schema), handler: report),
            Endpoint(
                .get, "/api/v1/now-playing", .requires(.listen), tag: "Listening", "What the own devices play",
                reply: .json(.ok, .list(of: NowPlayingBody.schema)), handler: nowPlaying),
        ]
    }

    @Sendable private func report(_ request: Request, _ context: GatewayContext) async throws -> Response {
        let body = try PlaybackReportBody(await request.jsonFields(upTo: 4096))
        let answer = try await listening.report(
            body.report, as: context.principal(), from: context.remoteAddress)
        return .json(PlaybackAnswerBody(answer: answer))
    }

    @Sendable private func nowPlaying(_ request: Request, _ context: GatewayContext) async throws -> Response {
        let items = try await listening.nowPlaying(as: context.principal())
        return .json(ListBody(items.map(NowPlayingBody.init)))
    }
}
