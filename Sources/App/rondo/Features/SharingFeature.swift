import Administration
import Gateway
import HTTPSupport
import NativeAPI
import Primitives
import SQLiteStore
import ServiceLifecycle
import Sharing
import WebClient

/// Links that let visitors hear tracks, albums and playlists.
struct SharingFeature: Feature {
    let shares: ShareService
    let endpoints: [Endpoint]
    private let publicShares: PublicShareService

    init(_ features: Features, _ streaming: StreamingFeature, _ sound: SoundFeature, _ client: WebClient) {
        let instance = features.instance
        let (store, tokens) = (SQLiteShareStore(instance.database), ShareTokens(secret: instance.secret))
        let policy = SettingsSharing(
            settings: features.administration.settings, isAllowed: instance.settings.sharing)
        shares = ShareService(
            store: store, catalog: instance.catalogStore, playlists: instance.playlistStore, tokens: tokens,
            policy: policy, clock: instance.clock)
        publicShares = PublicShareService(
            store: store, users: instance.accountStore, catalog: instance.catalogStore,
            playlists: instance.playlistStore, tokens: tokens, policy: policy, clock: instance.clock,
            monotonicClock: SystemMonotonicClock())
        endpoints =
            ShareRoutes(shares: shares, origin: Server.origin).endpoints
            + PublicShareRoutes(
                shares: publicShares, artwork: streaming.artwork, transcoding: streaming.transcoding,
                analysis: sound.analysis, origin: Server.origin,
                page: { client.page("share.html", to: $0, status: $1, head: $2) }
            ).endpoints
    }

    func jobs(_ jobs: JobMaker) -> [any Service] {
        [
            jobs.make("shares", .every(.seconds(2)), last: { try await publicShares.tick() }) {
                try await publicShares.tick()
            }
        ]
    }
}

/// The sharing policy: the admin's setting, within the operator's.
private struct SettingsSharing: SharingPolicy {
    let settings: SettingsService
    /// The operator's setting.
    let isAllowed: Bool

    func sharing() async throws -> SharingTerms {
        guard isAllowed else { return SharingTerms(isAllowed: false) }
        let settings = try await settings.current()
        return SharingTerms(isAllowed: settings.isSharingOpen, longest: settings.sharingDays)
    }
}
