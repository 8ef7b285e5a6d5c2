package import Accounts
package import Catalog
package import Listening
package import Streaming

/// What the endpoints of this surface are made from; each chapter takes the few services that it uses.
package struct SubsonicServices: Sendable {
    private let chapters: [[SubsonicEndpoint]]

    package init(
        accounts: AccountService, catalog: CatalogService, browsing: BrowsingService, artwork: ArtworkService,
        streaming: StreamingService, listening: ListeningService, queue: QueueService, scans: ScanService,
        revocations: Revocations
    ) {
        chapters = [
            SystemEndpoints().endpoints,
            BrowsingEndpoints(browsing: browsing, catalog: catalog, listening: listening).endpoints,
            FolderEndpoints(browsing: browsing, listening: listening).endpoints,
            ListEndpoints(browsing: browsing, listening: listening).endpoints,
            SearchEndpoints(browsing: browsing, listening: listening).endpoints,
            ArtworkEndpoints(browsing: browsing, artwork: artwork).endpoints,
            MediaEndpoints(streaming: streaming, revocations: revocations).endpoints,
            PlaybackEndpoints(browsing: browsing, listening: listening).endpoints,
            QueueEndpoints(browsing: browsing, queue: queue, listening: listening).endpoints,
            ScanEndpoints(browsing: browsing, scans: scans).endpoints,
            UserEndpoints(accounts: accounts, browsing: browsing).endpoints,
            AbsentEndpoints().endpoints,
        ]
    }

    package var endpoints: [SubsonicEndpoint] { chapters.flatMap(\.self) }
}
