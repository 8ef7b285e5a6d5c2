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
    let home: HomeFeature
    let streaming: StreamingFeature
    let sound: SoundFeature
    let submissions: SubmissionsFeature
    let moderation: ModerationFeature
    let sidecars: SidecarFeature
    let sharing: SharingFeature
    let portability: PortabilityFeature
    let lyricsProviders: LyricsProvidersFeature
    let identityProvider: IdentityProviderFeature
    let outside: OutsideFeature
    let board: BoardEndpointsFeature
    let podcasts: PodcastFeature
    let descriptions: DescriptionFeature
    let scrobbling: ScrobblingFeature
    let renderers: RendererFeature
    let events: EventsFeature
    let server: ServerFeature

    /// - Parameter handover: the state of this process and its connections to its helpers.
    init(_ features: Features, handover: ServerHandover, client: WebClient, monitoring: Monitoring) async throws {
        self.features = features
        home = HomeFeature(features)
        streaming = try await StreamingFeature(features, handover)
        sound = try await SoundFeature(features, streaming)
        submissions = try await SubmissionsFeature(features, streaming, mover: handover.mover)
        moderation = ModerationFeature(features, mover: handover.mover)
        sidecars = SidecarFeature(features, mover: handover.mover)
        sharing = SharingFeature(features, streaming, sound, client)
        portability = try PortabilityFeature(features)
        lyricsProviders = try LyricsProvidersFeature(features)
        identityProvider = IdentityProviderFeature(features, lyricsProviders)
        outside = try await OutsideFeature(features, lyricsProviders)
        board = BoardEndpointsFeature(features, outside)
        podcasts = try PodcastFeature(features, streaming)
        descriptions = try DescriptionFeature(features)
        scrobbling = try ScrobblingFeature(features)
        renderers = try RendererFeature(features, streaming)
        events = EventsFeature(features, submissions, sound, lyricsProviders)
        server = ServerFeature(features, streaming, portability, identityProvider, monitoring)
    }

    /// Every feature, in the order of their dependencies.
    var all: [any Feature] {
        features.all + [
            home, streaming, sound, submissions, moderation, sidecars, sharing, portability, lyricsProviders,
            identityProvider, outside, board, podcasts, descriptions, scrobbling, renderers, events, server,
        ]
    }
}
