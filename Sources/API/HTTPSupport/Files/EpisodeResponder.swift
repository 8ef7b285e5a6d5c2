package import Accounts
package import HTTPTypes
package import Hummingbird
package import NIOCore
package import Podcasts
import Streaming

/// Responds with the audio of an episode: the downloaded file, or the one at the podcast's server. It ends when the
/// listener's session, token or key does.
package struct EpisodeResponder: Sendable {
    private let episodes: EpisodeAudioService
    private let revocations: Revocations

    package init(episodes: EpisodeAudioService, revocations: Revocations) {
        self.episodes = episodes
        self.revocations = revocations
    }

    package func respond(
        with audio: EpisodeAudio, for authenticated: Authenticated, to request: Request, on channel: any Channel
    ) -> Response {
        let permit = StreamPermit(revocations.open(for: authenticated) { channel.cut() })
        let fields: HTTPFields = [.cacheControl: "private, no-cache", .vary: "Cookie, Authorization"]
        // Retained for as long as the response is, and with them their places.
        let mayContinue: @Sendable () -> Bool = { permit.holds }
        let sent: @Sendable (Int) -> Void = { [place = audio.place] in place?.sent($0) }
        switch audio.content {
        case .file(let file):
            return FileResponder(
                file: file, validators: Validators(of: file), mediaType: audio.mediaType, fields: fields,
                mayContinue: mayContinue, sent: sent
            ).respond(to: request, on: channel)
        case .remote(let remote, let place):
            return RemoteFileResponder(
                size: remote.size, takesRanges: remote.takesRanges, mediaType: audio.mediaType, fields: fields,
                read: { [episodes] range, take in
                    try await episodes.read(remote, range, take)
                    withExtendedLifetime(place) {}
                },
                mayContinue: mayContinue, sent: sent
            ).respond(to: request)
        }
    }
}
