import Catalog
import Files
import Gateway
import HTTPSupport
import Listening
import Lyrics
import NativeAPI
import SQLiteStore
import ServiceLifecycle

/// The catalog: browsing, search and lyrics, and the corrections of tags.
struct CatalogFeature: Feature {
    let catalog: CatalogService
    let lyrics: LyricsService
    private let lyricsWriting: LyricsWritingService
    private let discovery: DiscoveryFeature
    private let edits: EditService
    private let explicitFlags: ExplicitService
    private let jointArtists: JointArtistService
    private let instance: Instance
    private let listening: ListeningService
    private let annotations: AnnotationLookup

    init(_ instance: Instance, _ listening: ListeningFeature, _ shelf: ShelfFeature, _ discovery: DiscoveryFeature) {
        self.instance = instance
        self.listening = listening.listening
        annotations = shelf.lookup
        let (database, clock) = (instance.database, instance.clock)
        catalog = CatalogService(store: instance.catalogStore)
        lyrics = LyricsService(
            store: SQLiteLyricsStore(database), country: instance.settings.country, clock: clock)
        lyricsWriting = LyricsWritingService(
            store: SQLiteLyricsWritingStore(database), reading: lyrics, clock: clock)
        self.discovery = discovery
        edits = EditService(
            store: SQLiteEditStore(database), catalog: catalog, scans: SQLiteScanStore(database),
            walker: DiskLibraryWalker(threads: LibraryThreads()), reader: instance.media, blobs: instance.blobs,
            reserve: instance.settings.freeSpaceReserve, describer: instance.describer,
            converter: instance.imageConverter, clock: clock)
        explicitFlags = ExplicitService(store: SQLiteExplicitStore(database), catalog: catalog, clock: clock)
        jointArtists = JointArtistService(store: SQLiteJointArtistStore(database), clock: clock)
    }

    var endpoints: [Endpoint] {
        CatalogRoutes.endpoints(
            catalog: catalog, listening: listening, discovery: discovery.service, annotations: annotations
        )
            + OutlineRoutes.endpoints(catalog: catalog) + LyricsRoutes(lyrics: lyrics).endpoints
            + LyricsWritingRoutes.endpoints(writing: lyricsWriting)
            + EditRoutes.endpoints(edits: edits, catalog: catalog, listening: listening, annotations: annotations)
            + JointArtistRoutes.endpoints(service: jointArtists) + ExplicitRoutes.endpoints(service: explicitFlags)
    }

    func jobs(_ jobs: JobMaker) -> [any Service] {
        [
            // Covers without colors from an earlier version; the scan that finds a new cover describes it.
            jobs.make("coverColors", .once) { try await instance.describer.describeAll() },
            jobs.make("jointArtists", .always) {
                var applied: UInt64?
                while true {
                    // Applied changes increase the revision; the next run then finds nothing to do.
                    let revision = jointArtists.revision
                    if applied != revision { try await jointArtists.apply() }
                    applied = revision
                    try await Task.sleep(for: .seconds(2))
                }
            },
        ]
    }
}
