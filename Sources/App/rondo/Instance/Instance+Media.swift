import Accounts
import Archives
import Catalog
import Files
import Fingerprints
import Foundation
import Logging
import Media
import NIOPosix
import Portability
import Primitives
import SQLiteStore
import Shelf
import Streaming

/// The services for pictures, audio and archives.
extension Instance {
    /// The service that delivers pictures, and its queue, which must run. Only for the server: two processes would not
    /// know of each other's additions to the cache.
    func artwork() async throws -> (service: ArtworkService, queue: RenditionQueue) {
        let cache = try await DiskCache.open(
            folder: settings.data.artworkCache, limit: settings.artworkCache, pool: .singleton)
        let queue = RenditionQueue(
            processor: images, cache: cache, facts: imageFacts, clock: clock, concurrency: 2 * Self.processors,
            logger: Logger(label: "rondo.artwork"))
        let service = ArtworkService(
            blobs: blobs, cache: cache, facts: imageFacts, access: SQLiteImageAccessStore(database), queue: queue,
            clock: clock)
        return (service, queue)
    }

    /// The services that deliver and convert audio; they must run. Only for the server, as `artwork`.
    ///
    /// - Parameter handover: the state of this process, for the admins' overview.
    func audio(_ handover: ServerHandover) async throws -> AudioServices {
        let cache = try await DiskCache.open(
            folder: settings.data.transcodingCache, limit: settings.transcodingCache, pool: .singleton)
        let logger = Logger(label: "rondo.transcoding")
        let program = await FFmpegEncoder.find()
        let scheduler = TranscodeScheduler(
            encoder: FFmpegEncoder(
                launcher: CommandLine.programPath, program: program, logger: logger),
            cache: cache,
            limits: TranscodeLimits(encoders: settings.encoders, encodersPerUser: settings.encodersPerUser),
            logger: logger)
        let streaming = StreamingService(sources: catalogStore, files: LibraryFileOpener())
        let meter = TransferMeter(store: SQLiteTransferStore(database), zone: settings.timeZone)
        let admission = StreamAdmission(activeStreams: ActiveStreams(), meter: meter)
        return AudioServices(
            service: TranscodingService(streaming: streaming, scheduler: scheduler, cache: cache, admission: admission),
            scheduler: scheduler, admission: admission, streaming: streaming,
            facts: MachineFacts(
                settings: settings, scheduler: scheduler, hasEncoder: program != nil, running: certificate,
                process: handover))
    }

    /// The service that delivers several files as one archive. Only for the server, as `artwork`.
    func downloads(_ audio: AudioServices, artwork: ArtworkService) -> DownloadService {
        DownloadService(
            catalog: catalog, browsing: BrowsingService(store: SQLiteBrowsingStore(database)), playlists: playlists,
            artwork: artwork, streaming: audio.streaming, admission: audio.admission,
            selections: DownloadSelections(clock: clock))
    }

    /// Analyzes the libraries' tracks in the background. Only for the server, as `artwork`.
    func fingerprints(resting rest: Duration) async -> FingerprintQueue {
        let logger = Logger(label: "rondo.fingerprints")
        return FingerprintQueue(
            store: SQLiteFingerprintStore(database), sources: catalogStore, files: LibraryFileOpener(),
            fingerprinter: FFmpegFingerprinter(
                launcher: CommandLine.programPath, program: await FFmpegFingerprinter.find(), logger: logger),
            rest: rest, logger: logger)
    }

    /// - Parameter imports: nil outside the server.
    func backgroundJobs(imports: ImportQueue?) -> BackgroundJobs {
        BackgroundJobs(
            fingerprints: SQLiteFingerprintStore(database), uploads: SQLiteUploadStore(database), outbox: outbox,
            backups: imports == nil ? nil : backups, imports: imports)
    }

    /// Looks up a user's present role and permissions; nil where the user cannot sign in any more.
    var people: @Sendable (ID<Person>) async throws -> Principal? {
        { [accountStore] id in
            guard let user = try await accountStore.user(id), !user.disabled else { return nil }
            return Principal(user: id, role: user.role, libraries: user.scope)
        }
    }

    /// The queue of users' imports, and the worker processes that read their archives; both must run. Only for the
    /// server.
    func imports() throws -> (queue: ImportQueue, folder: ReceivedFiles, workers: ArchiveWorkers) {
        let folder = try ReceivedFiles(
            folder: settings.data.imports, reserve: settings.givingReserve, pool: .singleton)
        let workers = ArchiveWorkers(
            pool: MediaWorkerPool(
                MediaWorkerSettings(
                    executable: CommandLine.programPath, workersPerRoot: 1, deadline: .seconds(60),
                    idleTime: .seconds(60), requestsPerWorker: 1),
                logger: Logger(label: "rondo.imports")),
            root: Array(URL(fileURLWithPath: settings.data.imports).resolvingSymlinksInPath().path.utf8))
        let queue = ImportQueue(
            store: SQLiteImportStore(database), archives: workers, folder: folder,
            pictures: { [pictures] bytes, person in try await pictures.keep(bytes, broughtBy: person) },
            person: people, clock: clock)
        return (queue, folder, workers)
    }

    static let processors = ProcessInfo.processInfo.activeProcessorCount

    /// Worker processes for pictures stay alive a while: a user who looks through covers soon requests more.
    static func imageWorkers(_ settings: ServeSettings) -> ImageWorkers {
        ImageWorkers(
            pool: MediaWorkerPool(
                MediaWorkerSettings(
                    executable: CommandLine.programPath, workersPerRoot: processors, deadline: .seconds(30),
                    idleTime: .seconds(300), requestsPerWorker: 2),
                logger: Logger(label: "rondo.artwork")),
            root: Array(URL(fileURLWithPath: settings.data.images).resolvingSymlinksInPath().path.utf8),
            path: { Array(DiskBlobStore.path(of: $0).utf8) })
    }
}

/// The services that deliver audio.
struct AudioServices {
    let service: TranscodingService
    /// A service that must run.
    let scheduler: TranscodeScheduler
    let admission: StreamAdmission
    let streaming: StreamingService
    let facts: MachineFacts
}

/// Makes profile pictures in the same confined processes that scale covers.
struct ProfilePictures: PictureMaker {
    /// The longer side in pixels before the crop: enough for any page on any screen.
    private static let size = 1024

    let processor: any ImageProcessor
    let blobs: any BlobStore

    func square(_ original: [UInt8]) async throws -> [UInt8] {
        guard let size = RenditionSize(atLeast: Self.size) else { return [] }
        do {
            return try await blobs.withScratch(original) { [processor] scratch in
                try await processor.render(Rendition(.square(scratch), size: size, format: .jpeg))
            }
        } catch let failure as ImageFailure {
            switch failure {
            case .broken:
                throw DomainError(
                    .unsupportedMediaType, "The picture is damaged and cannot be shown", reason: "picture_type")
            case .missing, .unavailable:
                throw DomainError(
                    .unavailable, "Pictures cannot be made at the moment", reason: "artwork_unavailable",
                    retryAfter: .seconds(5))
            }
        }
    }
}
