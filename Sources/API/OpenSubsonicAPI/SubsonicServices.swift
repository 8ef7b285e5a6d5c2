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
        opinions: OpinionService,
        playlists: PlaylistService, shares: ShareService, bookmarks: BookmarkService, radio: RadioService,
        discovery: DiscoveryService, lyrics: LyricsService, board: BoardService,
        scans: ScanService, revocations: Revocations
    ) {
        let marks = MarksReader(listening: listening, opinions: opinions)
        let chapters = [
            SystemEndpoints().endpoints,
            BrowsingEndpoints(browsing: browsing, catalog: catalog, marks: marks).endpoints,
            FolderEndpoints(browsing: browsing, marks: marks).endpoints,
            ListEndpoints(browsing: browsing, marks: marks).endpoints,
            SearchEndpoints(browsing: browsing, marks: marks).endpoints,
            ArtworkEndpoints(
                browsing: browsing, playlists: playlists, board: board, accounts: accounts, artwork: artwork
            ).endpoints,
            MediaEndpoints(transcoding: transcoding, downloads: downloads, revocations: revocations).endpoints,
            AnnotationEndpoints(browsing: browsing, catalog: catalog, opinions: opinions, marks: marks).endpoints,
            PlaylistEndpoints(
                playlists: playlists, board: board, browsing: browsing, catalog: catalog, marks: marks
            ).endpoints,
            PlaybackEndpoints(browsing: browsing, listening: listening, marks: marks).endpoints,
            QueueEndpoints(browsing: browsing, catalog: catalog, queue: queue, marks: marks).endpoints,
            ScanEndpoints(browsing: browsing, scans: scans).endpoints,
            UserEndpoints(users: users, browsing: browsing, shares: shares).endpoints,
            TranscodingEndpoints(transcoding: transcoding, revocations: revocations).endpoints,
            ShareEndpoints(shares: shares, browsing: browsing, marks: marks).endpoints,
            BookmarkEndpoints(bookmarks: bookmarks, browsing: browsing, marks: marks).endpoints,
            RadioEndpoints(radio: radio).endpoints,
            DiscoveryEndpoints(discovery: discovery, browsing: browsing, marks: marks).endpoints,
            LyricsEndpoints(lyrics: lyrics).endpoints,
            ChatEndpoints(board: board).endpoints,
            AbsentEndpoints().endpoints,
        ]
        endpoints = chapters.flatMap(\.self)
    }
}
