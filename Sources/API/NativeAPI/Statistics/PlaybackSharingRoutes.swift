package import HTTPSupport
import Hummingbird
package import Listening
import Primitives

/// Whether the caller shows other users what they are playing.
package struct PlaybackSharingRoutes: Sendable {
    private static let sharing = Input<ListeningSharing>("playing", .choice())

    private let home: HomeService

    package init(home: HomeService) {
        self.home = home
    }

    @TableBuilder<Endpoint> package var endpoints: [Endpoint] {
        Endpoint(
            .get, "/api/v1/me/playback-sharing", .requires(.listen), tag: "me",
            "Whether others see what the caller is playing", reply: PlaybackSharingBody.self, handler: sharing)
        Endpoint(
            .put, "/api/v1/me/playback-sharing", .requires(.manageOwnAccount), tag: "me",
            "Show others what the caller is playing, or not. Nobody does unless they say so", body: Self.sharing.schema,
            reply: PlaybackSharingBody.self
        ) { request, context in
            let sharing = try await request.read(Self.sharing, upTo: 1024)
            try await home.setPlaybackSharing(sharing, as: context.principal(), from: context.remoteAddress)
            return PlaybackSharingBody(sharing: sharing)
        }
    }

    private func sharing(_: Request, _ context: GatewayContext) async throws -> PlaybackSharingBody {
        PlaybackSharingBody(sharing: try await home.playbackSharing(as: context.principal()))
    }
}

struct PlaybackSharingBody: ObjectBody {
    static let fields = Fields<Self> {
        Field("playing") { $0.sharing }
    }

    let sharing: ListeningSharing
}
