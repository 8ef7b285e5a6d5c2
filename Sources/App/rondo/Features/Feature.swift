import Analysis
import HTTPSupport
import ServiceLifecycle
import WebClient

/// A part of the server that is wired in one place: its services, its endpoints and its jobs.
protocol Feature: Sendable {
    /// Its rows of the native API's endpoint table.
    var endpoints: [Endpoint] { get }

    /// The services that run for as long as the server does.
    func jobs(_ jobs: JobMaker) -> [any Service]
}

extension Feature {
    var endpoints: [Endpoint] { [] }

    func jobs(_ jobs: JobMaker) -> [any Service] { [] }
}

/// The features that need no running server: commands use them too.
struct Features: Sendable {
    let instance: Instance
    let messaging: MessagingFeature
    let shelf: ShelfFeature
    let board: BoardFeature
    let administration: AdministrationFeature
    let accounts: AccountsFeature
    let listening: ListeningFeature
    /// The tracks that people open or play, which are analyzed first.
    let requested = RequestedTracks()
    let discovery: DiscoveryFeature
    let catalog: CatalogFeature
    let lyricsDirectory: LyricsDirectoryFeature
    let libraries: LibrariesFeature
    let backups: BackupsFeature

    init(_ instance: Instance) {
        self.instance = instance
        messaging = MessagingFeature(instance)
        shelf = ShelfFeature(instance)
        board = BoardFeature(instance)
        administration = AdministrationFeature(instance, board)
        accounts = AccountsFeature(instance, messaging, administration)
        listening = ListeningFeature(
            instance, shelf, revocations: accounts.revocations, settings: administration.settings
        ) { [requested] in requested.request($0) }
        discovery = DiscoveryFeature(instance, shelf)
        catalog = CatalogFeature(instance, listening, shelf, discovery)
        lyricsDirectory = LyricsDirectoryFeature(instance, catalog, shelf)
        libraries = LibrariesFeature(instance)
        backups = BackupsFeature(instance, accounts)
    }

    /// Every feature, in the order of their dependencies.
    var all: [any Feature] {
        [
            messaging, shelf, board, administration, accounts, listening, discovery, catalog, lyricsDirectory,
            libraries, backups,
        ]
    }
}

/// All features of a running server.
struct ServerFeatures: Sendable {
    let features: Features
    let streaming: StreamingFeature
    let submissions: SubmissionsFeature
    let sidecars: SidecarFeature
    let sharing: SharingFeature
    let portability: PortabilityFeature
    let lyricsProviders: LyricsProvidersFeature
    let podcasts: PodcastFeature
    /// Every feature, in the order of their dependencies.
    let all: [any Feature]

    /// - Parameter handover: the state of this process and its connections to its helpers.
    init(_ features: Features, handover: ServerHandover, client: WebClient, monitoring: Monitoring) async throws {
        self.features = features
        streaming = try await StreamingFeature(features, handover)
        let sound = try await SoundFeature(features, streaming)
        submissions = try await SubmissionsFeature(features, streaming, mover: handover.mover)
        sidecars = SidecarFeature(features, mover: handover.mover)
        sharing = SharingFeature(features, streaming, sound, client)
        portability = try PortabilityFeature(features)
        lyricsProviders = try LyricsProvidersFeature(features)
        let identityProvider = IdentityProviderFeature(features, lyricsProviders)
        let outside = try await OutsideFeature(features, lyricsProviders)
        podcasts = try PodcastFeature(features, streaming)
        all =
            features.all + [
                HomeFeature(features), streaming, sound, submissions,
                ModerationFeature(features, mover: handover.mover), sidecars, sharing, portability, lyricsProviders,
                identityProvider, outside, BoardEndpointsFeature(features, outside), podcasts,
                try DescriptionFeature(features), try ScrobblingFeature(features),
                try RendererFeature(features, streaming),
                EventsFeature(features, submissions, sound, lyricsProviders),
                ServerFeature(features, streaming, portability, identityProvider, monitoring),
            ]
    }
}
