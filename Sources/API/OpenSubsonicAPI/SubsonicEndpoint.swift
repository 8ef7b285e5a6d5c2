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
    private(set) var takesBody = false
    /// Whether a signed address of `PictureAddresses` opens it like a key.
    private(set) var takesPictureProof = false
    /// Whether the reply may be compressed: it is long, and contains nothing that opens an account or a share (decision
    /// 0041).
    package private(set) var isCompressed = false
    let handler: Handler

    /// A row that replies with the envelope.
    init(
        _ name: String, _ access: Access, takesBody: Bool = false, compressed isCompressed: Bool = false,
        _ handler: @escaping @Sendable (SubsonicCall) async throws -> Reply
    ) {
        self.name = name
        self.access = access
        self.takesBody = takesBody
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
        self.takesPictureProof = takesPictureProof
        self.handler = .media(handler)
    }

    /// A row that replies with bytes, and whose errors have HTTP status codes of their own.
    init(
        plain name: String, _ access: Access, _ handler: @escaping @Sendable (SubsonicCall) async throws -> Response
    ) {
        self.name = name
        self.access = access
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
        browsing: CatalogSyncService, artwork: ArtworkService, transcoding: TranscodingService,
        downloads: DownloadService, listening: ListeningService, queue: QueueService, annotations: AnnotationService,
        playlists: PlaylistService, shares: ShareService, bookmarks: BookmarkService, radio: RadioService,
        podcasts: PodcastServices, discovery: DiscoveryService, sonic: SonicSimilarityService, lyrics: LyricsService,
        lookups: LyricsLookupService? = nil, board: BoardService, scans: ScanService, jukebox: JukeboxService,
        revocations: Revocations
    ) {
        let items = ItemReader(browsing: browsing, listening: listening, annotations: annotations)
        let chapters = [
            SystemEndpoints().endpoints,
            BrowsingEndpoints(items: items, catalog: catalog).endpoints,
            FolderEndpoints(items: items).endpoints,
            ListEndpoints(items: items).endpoints,
            SearchEndpoints(items: items).endpoints,
            ArtworkEndpoints(
                browsing: browsing, playlists: playlists, board: board, radio: radio, accounts: accounts,
                artwork: artwork, podcasts: podcasts
            ).endpoints,
            MediaEndpoints(
                transcoding: transcoding, downloads: downloads, podcasts: podcasts, revocations: revocations
            ).endpoints,
            AnnotationEndpoints(items: items, catalog: catalog, annotations: annotations).endpoints,
            PlaylistEndpoints(playlists: playlists, board: board, items: items, catalog: catalog).endpoints,
            PlaybackEndpoints(items: items, listening: listening).endpoints,
            QueueEndpoints(items: items, catalog: catalog, queue: queue).endpoints,
            JukeboxEndpoints(jukebox: jukebox, items: items).endpoints,
            ScanEndpoints(browsing: browsing, scans: scans).endpoints,
            UserEndpoints(users: users, browsing: browsing, shares: shares, jukebox: jukebox, podcasts: podcasts)
                .endpoints,
            TranscodingEndpoints(transcoding: transcoding, revocations: revocations).endpoints,
            ShareEndpoints(shares: shares, items: items).endpoints,
            BookmarkEndpoints(bookmarks: bookmarks, episodes: podcasts.episodes, items: items).endpoints,
            RadioEndpoints(radio: radio).endpoints,
            PodcastEndpoints(services: podcasts).endpoints,
            DiscoveryEndpoints(discovery: discovery, items: items).endpoints,
            SonicEndpoints(sonic: sonic, items: items).endpoints,
            LyricsEndpoints(lyrics: lyrics, lookups: lookups).endpoints,
            ChatEndpoints(board: board).endpoints,
            UnsupportedEndpoints().endpoints,
        ]
        endpoints = chapters.flatMap(\.self)
    }
}
