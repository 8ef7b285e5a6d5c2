import Catalog
import Gateway
import HTTPSupport
import Lyrics
import LyricsAPI
import NativeAPI
import SQLiteStore
import ServiceLifecycle

/// Songs found by their words, and the lyrics for programs that know the APIs of lyrics services.
struct LyricsDirectoryFeature: Feature {
    private let directory: LyricsDirectory
    private let search: WordSearchService
    private let index: SQLiteWordSearchStore
    private let annotations: AnnotationLookup
    private let country: String?
    private let database: SQLiteDatabase

    init(_ instance: Instance, _ catalog: CatalogFeature, _ shelf: ShelfFeature) {
        database = instance.database
        country = instance.settings.country
        annotations = shelf.lookup
        index = SQLiteWordSearchStore(database)
        search = WordSearchService(store: index, lyrics: catalog.lyrics)
        directory = LyricsDirectory(
            store: SQLiteLyricsDirectoryStore(database), lyrics: SQLiteLyricsStore(database), catalog: catalog.catalog,
            country: country, clock: instance.clock)
    }

    var endpoints: [Endpoint] { LyricsSearchRoutes.endpoints(search: search, annotations: annotations) }

    /// The rows of the lyrics API's table.
    var lyricsEndpoints: [LyricsEndpoint] { LyricsEndpoint.all(directory) }

    func jobs(_ jobs: JobMaker) -> [any Service] {
        [
            jobs.make("wordIndex", .always) {
                try await index.prepare(version: SearchText.version, country: country)
                // Subscribed before the first look, so that no change falls between the two. Words change with the
                // library, with what users write and with what providers give.
                let changes = database.changes.anything()
                while try await index.indexNext(country: country) {}
                for await _ in changes {
                    while try await index.indexNext(country: country) {}
                }
            }
        ]
    }
}
