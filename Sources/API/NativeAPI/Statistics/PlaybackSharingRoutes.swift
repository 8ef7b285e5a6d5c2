package import HTTPSupport
import HTTPTypes
import Hummingbird
package import Listening
import Primitives

/// Whether the caller shows other users what they are playing.
package struct PlaybackSharingRoutes: Sendable {
    private let home: HomeService

    package init(home: HomeService) {
        self.home = home
    }

    package var endpoints: [Endpoint] {
        [
            Endpoint(
                .get, "/api/v1/me/playback-sharing", .requires(.listen), tag: "me",
                "Whether others see what the caller is playing", reply: .json(.ok, PlaybackSharingBody.schema),
                handler: sharing),
            Endpoint(
                .put, "/api/v1/me/playback-sharing", .requires(.manageOwnAccount), tag: "me",
                "Show others what the caller is playing, or not. Nobody does unless they say so",
                body: PlaybackSharingChoiceBody().schema, reply: .json(.ok, PlaybackSharingBody.schema),
                handler: share),
        ]
    }

    @Sendable private func sharing(_ request: Request, _ context: GatewayContext) async throws -> Response {
        .json(PlaybackSharingBody(sharing: try await home.playbackSharing(as: context.principal())))
    }

    @Sendable private func share(_ request: Request, _ context: GatewayContext) async throws -> Response {
        var fields = try await request.input(PlaybackSharingChoiceBody(), upTo: 1024)
        let sharing = try fields.read(\.sharing)
        try fields.end()
        try await home.setPlaybackSharing(sharing, as: context.principal(), from: context.remoteAddress)
        return .json(PlaybackSharingBody(sharing: sharing))
    }
}

private struct PlaybackSharingChoiceBody: InputBody {
    let sharing = Input<ListeningSharing>("playing", .choice())
}

struct PlaybackSharingBody: ObjectBody {
    static let fields = Fields<Self> {
        Field("playing") { $0.sharing }
    }

    let sharing: ListeningSharing
}
