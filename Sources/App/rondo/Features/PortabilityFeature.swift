import Accounts
import Archives
import Foundation
import Gateway
import HTTPSupport
import Logging
import Media
import NIOPosix
import NativeAPI
import Portability
import SQLiteStore
import ServiceLifecycle

/// Users' exports of their data, and imports from this and other programs. Only for the server.
struct PortabilityFeature: Feature {
    let imports: ImportQueue
    /// The processes that read archives; they must run.
    let workers: ArchiveWorkers
    let endpoints: [Endpoint]

    init(_ features: Features) throws {
        let instance = features.instance
        let settings = instance.settings
        let exports = ExportService(
            store: SQLitePersonalDataStore(instance.database), archives: ZipMaker(pool: .singleton),
            blobs: instance.blobs, clock: instance.clock)
        let folder = try ReceivedFiles(
            folder: settings.data.imports, reserve: settings.freeSpaceReserve, pool: .singleton)
        workers = ArchiveWorkers(
            pool: MediaWorkerPool(
                MediaWorkerSettings(
                    executable: instance.programPath, workersPerRoot: 1, deadline: .seconds(60),
                    idleTime: .seconds(60), requestsPerWorker: 1),
                logger: Logger(label: "rondo.imports")),
            root: Array(URL(fileURLWithPath: settings.data.imports).resolvingSymlinksInPath().path.utf8))
        imports = ImportQueue(
            store: SQLiteImportStore(instance.database), archives: workers, folder: folder,
            pictures: { [pictures = instance.pictures] bytes, person in
                try await pictures.store(bytes, uploadedBy: person)
            },
            person: instance.people, clock: instance.clock)
        endpoints = ExportRoutes.endpoints(exports: exports) + ImportRoutes(queue: imports, folder: folder).endpoints
    }

    func jobs(_ jobs: JobMaker) -> [any Service] {
        [workers, jobs.make("imports", .always) { await imports.work() }]
    }
}
