package import Accounts
package import Board
package import Catalog
package import Streaming
package import Listening
package import Lyrics
package import Sharing
package import Shelf

/// Makes the endpoint table; each chapter takes the few services that it uses.
package struct SubsonicServices: Sendable {
    package let endpoints: [SubsonicEndpoint]

    package init(
        users: UserAdministrationService, accounts: AccountService, catalog: CatalogService,
        browsing: BrowsingService, artwork: ArtworkService,
        transcoding: TranscodingService, downloads: DownloadService, listening: ListeningService, queue: QueueService,
        annotations: AnnotationService,
        playlists: PlaylistService, shares: ShareService, bookmarks: BookmarkService, radio: RadioService,
        discovery: DiscoveryService, lyrics: LyricsService, board: BoardService,
        scans: ScanService, revocations: Revocations
    ) {
        let annotationReader = UserAnnotationsReader(listening: listening, annotations: annotations)
        let chapters = [
            SystemEndpoints().endpoints,
            BrowsingEndpoints(browsing: browsing, catalog: catalog, annotationReader: annotationReader).endpoints,
            FolderEndpoints(browsing: browsing, annotationReader: annotationReader).endpoints,
            ListEndpoints(browsing: browsing, annotationReader: annotationReader).endpoints,
            SearchEndpoints(browsing: browsing, annotationReader: annotationReader).endpoints,
            ArtworkEndpoints(
                browsing: browsing, playlists: playlists, board: board, accounts: accounts, artwork: artwork
            ).endpoints,
            MediaEndpoints(transcoding: transcoding, downloads: downloads, revocations: revocations).endpoints,
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
            ScanEndpoints(browsing: browsing, scans: scans).endpoints,
            UserEndpoints(users: users, browsing: browsing, shares: shares).endpoints,
            TranscodingEndpoints(transcoding: transcoding, revocations: revocations).endpoints,
            ShareEndpoints(shares: shares, browsing: browsing, annotationReader: annotationReader).endpoints,
            BookmarkEndpoints(bookmarks: bookmarks, browsing: browsing, annotationReader: annotationReader).endpoints,
            RadioEndpoints(radio: radio).endpoints,
            DiscoveryEndpoints(discovery: discovery, browsing: browsing, annotationReader: annotationReader).endpoints,
            LyricsEndpoints(lyrics: lyrics).endpoints,
            ChatEndpoints(board: board).endpoints,
            UnsupportedEndpoints().endpoints,
        ]
        endpoints = chapters.flatMap(\.self)
    }
}
