package import Accounts
package import Analysis
package import Board
package import Catalog
import HTTPTypes
import Hummingbird
package import Discovery
package import Listening
package import Lyrics
package import Primitives
package import Sharing
package import Shelf
package import Streaming

/// One row of this surface's endpoint table.
package struct SubsonicEndpoint: Sendable {
    package enum Access: Sendable, Equatable {
        /// Open to everyone, with or without a key.
        case anyone
        /// Requires a key for this scope, of a user whose role has the permission.
        case requires(DeviceKeyScope, Permission)
        /// Refused to everyone with a key: the server has no such feature.
        case nobody
    }

    enum Handler: Sendable {
        case reply(@Sendable (SubsonicCall) async throws -> Reply)
        /// Replies with bytes; errors use the requested format.
        case media(@Sendable (SubsonicCall) async throws -> Response)
        /// Replies with bytes; errors use the requested format and have HTTP status codes of their own.
        case plain(@Sendable (SubsonicCall) async throws -> Response)
    }

    /// The name as in the address, without `.view`.
    package let name: String
    package let access: Access
    /// Whether the endpoint reads the body itself, which then is no form.
    let takesBody: Bool
    /// Whether a signed address of `PictureAddresses` opens it like a key.
    let takesPictureProof: Bool
    /// Whether the reply may be compressed: it is long, and contains nothing that opens an account or a share (decision
    /// 0041).
    package let isCompressed: Bool
    let handler: Handler

    /// A row that replies with the envelope.
    init(
        _ name: String, _ access: Access, takesBody: Bool = false, compressed isCompressed: Bool = false,
        _ handler: @escaping @Sendable (SubsonicCall) async throws -> Reply
    ) {
        self.name = name
        self.access = access
        self.takesBody = takesBody
        takesPictureProof = false
        self.isCompressed = isCompressed
        self.handler = .reply(handler)
    }

    /// A row that replies with the empty envelope.
    init(
        silent name: String, _ access: Access, _ handler: @escaping @Sendable (SubsonicCall) async throws -> Void
    ) {
        self.init(name, access) {
            try await handler($0)
            return .empty
        }
    }

    /// A row that replies with bytes.
    init(
        media name: String, _ access: Access, takesPictureProof: Bool = false,
        _ handler: @escaping @Sendable (SubsonicCall) async throws -> Response
    ) {
        self.name = name
        self.access = access
        takesBody = false
        self.takesPictureProof = takesPictureProof
        isCompressed = false
        self.handler = .media(handler)
    }

    /// A row that replies with bytes, and whose errors have HTTP status codes of their own.
    init(
        plain name: String, _ access: Access, _ handler: @escaping @Sendable (SubsonicCall) async throws -> Response
    ) {
        self.name = name
        self.access = access
        takesBody = false
        takesPictureProof = false
        isCompressed = false
        self.handler = .plain(handler)
    }

    var answersByStatus: Bool {
        if case .plain = handler { true } else { false }
    }
}

/// Builds the endpoint table; each group of endpoints takes the few services that it uses.
package struct SubsonicServices: Sendable {
    package let endpoints: [SubsonicEndpoint]

    package init(
        users: UserAdministrationService, accounts: AccountService, catalog: CatalogService,
        browsing: CatalogSyncService, artwork: ArtworkService,
        transcoding: TranscodingService, downloads: DownloadService, listening: ListeningService, queue: QueueService,
        annotations: AnnotationService,
        playlists: PlaylistService, shares: ShareService, bookmarks: BookmarkService, radio: RadioService,
        podcasts: PodcastServices,
        discovery: DiscoveryService, sonic: SonicSimilarityService, lyrics: LyricsService,
        lookups: LyricsLookupService? = nil, board: BoardService,
        scans: ScanService, jukebox: JukeboxService, revocations: Revocations
    ) {
        let annotationReader = UserAnnotationsReader(listening: listening, annotations: annotations)
        let chapters = [
            SystemEndpoints().endpoints,
            BrowsingEndpoints(browsing: browsing, catalog: catalog, annotationReader: annotationReader).endpoints,
            FolderEndpoints(browsing: browsing, annotationReader: annotationReader).endpoints,
            ListEndpoints(browsing: browsing, annotationReader: annotationReader).endpoints,
            SearchEndpoints(browsing: browsing, annotationReader: annotationReader).endpoints,
            ArtworkEndpoints(
                browsing: browsing, playlists: playlists, board: board, radio: radio, accounts: accounts,
                artwork: artwork, podcasts: podcasts
            ).endpoints,
            MediaEndpoints(
                transcoding: transcoding, downloads: downloads, podcasts: podcasts, revocations: revocations
            ).endpoints,
            AnnotationEndpoints(
                browsing: browsing, catalog: catalog, annotations: annotations, annotationReader: annotationReader
            ).endpoints,
            PlaylistEndpoints(
                playlists: playlists, board: board, browsing: browsing, catalog: catalog,
                annotationReader: annotationReader
            ).endpoints,
            PlaybackEndpoints(browsing: browsing, listening: listening, annotationReader: annotationReader).endpoints,
            QueueEndpoints(browsing: browsing, catalog: catalog, queue: queue, annotationReader: annotationReader)
                .endpoints,
            JukeboxEndpoints(jukebox: jukebox, browsing: browsing, annotationReader: annotationReader).endpoints,
            ScanEndpoints(browsing: browsing, scans: scans).endpoints,
            UserEndpoints(users: users, browsing: browsing, shares: shares, jukebox: jukebox, podcasts: podcasts)
                .endpoints,
            TranscodingEndpoints(transcoding: transcoding, revocations: revocations).endpoints,
            ShareEndpoints(shares: shares, browsing: browsing, annotationReader: annotationReader).endpoints,
            BookmarkEndpoints(
                bookmarks: bookmarks, episodes: podcasts.episodes, browsing: browsing,
                annotationReader: annotationReader
            ).endpoints,
            RadioEndpoints(radio: radio).endpoints,
            PodcastEndpoints(services: podcasts).endpoints,
            DiscoveryEndpoints(discovery: discovery, browsing: browsing, annotationReader: annotationReader).endpoints,
            SonicEndpoints(sonic: sonic, browsing: browsing, annotationReader: annotationReader).endpoints,
            LyricsEndpoints(lyrics: lyrics, lookups: lookups).endpoints,
            ChatEndpoints(board: board).endpoints,
            UnsupportedEndpoints().endpoints,
        ]
        endpoints = chapters.flatMap(\.self)
    }
}
