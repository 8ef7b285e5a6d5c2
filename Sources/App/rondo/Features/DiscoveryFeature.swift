import Analysis
import Catalog
import Discovery
import HTTPSupport
import NativeAPI
import SQLiteStore

/// Discovery: similar music, what sounds alike, radio from songs, and mixes.
struct DiscoveryFeature: Feature {
    let service: DiscoveryService
    let sonic: SonicSimilarityService
    private let radio: SongRadioService
    let mixes: MixService
    private let catalog: CatalogService
    private let annotations: AnnotationLookup

    init(_ instance: Instance, _ shelf: ShelfFeature) {
        let changes = instance.database.changes
        sonic = SonicSimilarityService(store: SQLiteAnalysisStore(instance.database)) {
            FeatureRevision(
                catalog: changes.revision(of: .catalogue), analysis: changes.revision(of: .analysis))
        }
        let store = SQLiteDiscoveryStore(instance.database)
        catalog = CatalogService(store: instance.catalogStore)
        service = DiscoveryService(
            store: store, descriptions: SQLiteDescriptionStore(instance.database), sonic: sonic, catalog: catalog)
        radio = SongRadioService(store: store, sonic: sonic, catalog: catalog, clock: instance.clock)
        mixes = MixService(
            store: store, sonic: sonic, catalog: catalog, zone: instance.settings.timeZone,
            clock: instance.clock)
        annotations = shelf.lookup
    }

    var endpoints: [Endpoint] {
        DiscoveryRoutes(discovery: service, annotations: annotations).endpoints
            + SonicRoutes(sonic: sonic, catalog: catalog, annotations: annotations).endpoints
            + SuggestionRoutes(radio: radio, mixes: mixes, annotations: annotations).endpoints
    }
}
