import Administration
import Catalog
import Files
import HTTPSupport
import NIOPosix
import NativeAPI
import NetworkClients
import Primitives
import SQLiteStore

/// The outside catalog in the search. Only for the server: two processes would not know of each other's requests.
struct OutsideFeature: Feature {
    /// The bytes of the pictures and previews that are stored.
    private static let cacheLimit = 256 << 20

    let songs: OutsideCatalogService
    let endpoints: [Endpoint]

    init(_ features: Features, _ lyricsProviders: LyricsProvidersFeature) async throws {
        let (instance, settings) = (features.instance, features.administration.settings)
        let server: @Sendable () async throws -> OutsideServer = {
            let outside = try await settings.current().outside
            return OutsideServer(isOn: outside.isOn, base: outside.url, country: outside.country)
        }
        let (client, memory) = (ITunesClient(reader: lyricsProviders.reader), OutsideMemory())
        songs = OutsideCatalogService(
            client: client, server: server, own: SQLiteOwnSongStore(instance.database),
            catalog: instance.catalogStore, memory: memory, limiter: RateLimiter(), clock: instance.clock)
        let cache = try await DiskCache.open(
            folder: instance.settings.data.outsideCache, limit: Self.cacheLimit, pool: .singleton)
        let files = OutsideFileService(
            songs: songs, client: client, server: server, cache: cache, memory: memory, limiter: RateLimiter())
        endpoints =
            OutsideRoutes(
                songs: songs, files: files, saved: features.shelf.songs, annotations: features.shelf.lookup
            ).endpoints
            + OutsideShelfRoutes.endpoints(
                shelf: features.shelf.shelf, files: files, annotations: features.shelf.lookup
            )
    }
}
