import Catalog
import Files
import Gateway
import HTTPSupport
import Hummingbird
import Logging
import Media
import NIOPosix
import NativeAPI
import SQLiteStore
import ServiceLifecycle
import Streaming

/// Audio, pictures and downloads. Only for the server: two processes would not know of each other's additions to the
/// caches.
struct StreamingFeature: Feature {
    let transcoding: TranscodingService
    let downloads: DownloadService
    let artwork: ArtworkService
    let admission: StreamAdmission
    let facts: MachineFacts
    let renditions: RenditionQueue
    let scheduler: TranscodeScheduler
    private let accounts: AccountsFeature

    /// - Parameter handover: the state of this process, for the admins' overview.
    init(_ features: Features, _ handover: ServerHandover) async throws {
        let instance = features.instance
        let settings = instance.settings
        accounts = features.accounts
        admission = instance.admission

        let covers = try await DiskCache.open(
            folder: settings.data.artworkCache, limit: settings.artworkCache, pool: .singleton)
        renditions = RenditionQueue(
            processor: instance.images, cache: covers, facts: instance.imageFacts, clock: instance.clock,
            concurrency: 2 * Instance.processors, logger: Logger(label: "rondo.artwork"))
        artwork = ArtworkService(
            blobs: instance.blobs, cache: covers, facts: instance.imageFacts,
            access: SQLiteImageAccessStore(instance.database), queue: renditions, clock: instance.clock)

        let converted = try await DiskCache.open(
            folder: settings.data.transcodingCache, limit: settings.transcodingCache, pool: .singleton)
        let logger = Logger(label: "rondo.transcoding")
        let program = await FFmpegEncoder.find()
        scheduler = TranscodeScheduler(
            encoder: FFmpegEncoder(launcher: instance.programPath, program: program, logger: logger),
            cache: converted,
            limits: TranscodeLimits(encoders: settings.encoders, encodersPerUser: settings.encodersPerUser),
            logger: logger)
        let streaming = StreamingService(sources: instance.catalogStore, files: LibraryFileOpener())
        transcoding = TranscodingService(
            streaming: streaming, scheduler: scheduler, cache: converted, admission: admission)
        downloads = DownloadService(
            catalog: features.catalog.catalog,
            browsing: CatalogSyncService(store: SQLiteCatalogSyncStore(instance.database)),
            playlists: features.shelf.playlists, artwork: artwork, streaming: streaming, admission: admission,
            selections: DownloadSelections(clock: instance.clock))
        facts = MachineFacts(
            settings: settings, scheduler: scheduler, hasEncoder: program != nil, running: instance.certificate,
            process: handover)
    }

    var streams: StreamRoutes { StreamRoutes(transcoding: transcoding, revocations: accounts.revocations) }

    var endpoints: [Endpoint] {
        streams.endpoints + DownloadRoutes(downloads: downloads, revocations: accounts.revocations).endpoints
            + ImageRoutes(artwork: artwork).endpoints
            + PictureRoutes.endpoints(accounts: accounts.accounts, artwork: artwork)
    }

    func jobs(_ jobs: JobMaker) -> [any Service] {
        [
            jobs.make("covers", .always) { await renditions.run() },
            jobs.make("conversions", .always) { await scheduler.run() },
            jobs.make(
                "transferredBytes", .every(TransferMeter.flushInterval), last: { try await admission.meter.flush() }
            ) {
                try await admission.meter.flush()
            },
        ]
    }
}
