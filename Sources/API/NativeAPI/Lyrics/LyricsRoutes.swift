package import HTTPSupport
import HTTPTypes
import Hummingbird
package import Lyrics
import Primitives

/// The words of songs.
package struct LyricsRoutes: Sendable {
    private let lyrics: LyricsService

    package init(lyrics: LyricsService) {
        self.lyrics = lyrics
    }

    package var endpoints: [Endpoint] {
        [
            Endpoint(
                .get, "/api/v1/tracks/{id}/lyrics", .requires(.browse), tag: "catalogue",
                "The lyrics of a track, synced ones first", reply: .json(.ok, .list(of: .named("Lyrics"))),
                compressed: true, handler: show)
        ]
    }

    @Sendable private func show(_ request: Request, _ context: GatewayContext) async throws -> Response {
        let all = try await lyrics.lyrics(of: context.id("id"), as: context.principal())
        return .json(ListBody(all.map(LyricsBody.init)), capacity: 16 * 1024)
    }
}
