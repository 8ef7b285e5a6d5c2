package import HTTPSupport
import Hummingbird
package import Listening
import Primitives

/// Whether the caller shows other users what they are playing.
package enum PlaybackSharingRoutes {
    private static let sharing = Input<ListeningSharing>("playing", .choice())

    @TableBuilder<Endpoint> package static func endpoints(home: HomeService) -> [Endpoint] {
        Endpoint(
            .get, "/api/v1/me/playback-sharing", .requires(.listen), tag: "me",
            "Whether others see what the caller is playing", reply: PlaybackSharingBody.self
        ) { _, context in PlaybackSharingBody(sharing: try await home.playbackSharing(as: context.principal())) }
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
}

struct PlaybackSharingBody: ObjectBody {
    static let fields = Fields<Self> {
        Field("playing") { $0.sharing }
    }

    let sharing: ListeningSharing
}
