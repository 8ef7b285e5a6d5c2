import Archives
import Catalog
import CoreMetrics
import Files
import Foundation
import Gateway
import HTTPSupport
import Journal
import Logging
import NativeAPI
import Primitives
import SQLiteStore
import ServiceLifecycle

/// The libraries: their folders, and the scans that read them.
struct LibrariesFeature: Feature {
    let libraries: LibraryService
    let scans: ScanService
    let runner: ScanRunner
    private let instance: Instance
    private let imageSweep: BlobSweep

    init(_ instance: Instance) {
        self.instance = instance
        let (settings, database, clock) = (instance.settings, instance.database, instance.clock)
        let walker = DiskLibraryWalker(threads: LibraryThreads())
        let scanStore = SQLiteScanStore(database)
        runner = ScanRunner(
            store: scanStore, walker: walker, reader: instance.media, blobs: instance.blobs,
            describer: instance.describer, converter: instance.imageConverter,
            lock: FileScanLock(path: settings.data.scanLock), clock: clock,
            concurrency: settings.scanWorkers * 8, logger: Logger(label: "rondo.scan"))
        scans = ScanService(store: scanStore, runner: runner)
        libraries = LibraryService(
            store: instance.libraryStore, walker: walker, runner: runner, clock: clock,
            reserved: Self.reservedFolders(settings))
        imageSweep = BlobSweep(
            blobs: instance.blobs,
            users: [
                SQLiteImageStore(database), instance.accountStore, instance.playlistStore, SQLiteShelfStore(database),
                SQLiteWishStore(database), SQLiteSubmissionStore(database), SQLiteRadioStore(database),
                SQLitePodcastStore(database),
            ],
            owners: instance.imageOwners, cleanup: instance.cleanup, clock: clock)
    }

    /// The folders that no library may contain.
    private static func reservedFolders(_ settings: ServeSettings) -> [[UInt8]] {
        let data = settings.data
        return [
            data.images, data.artworkCache, data.transcodingCache, data.recognition, data.keys, data.imports,
            data.quarantine, data.podcasts,
            data.backups, settings.backupFolder, settings.certificateFolder, settings.publicFolder, "/proc", "/sys",
            "/dev",
        ].map { Array(URL(fileURLWithPath: $0).resolvingSymlinksInPath().path.utf8) }
    }

    var endpoints: [Endpoint] { LibraryRoutes.endpoints(libraries: libraries, scans: scans) }

    func jobs(_ jobs: JobMaker) -> [any Service] {
        let (settings, database, runner) = (instance.settings, instance.database, runner)
        let images = ImageCleanup(sweep: imageSweep, scans: runner, backupLock: settings.data.backupLock)
        var all: [any Service] = [
            jobs.make("scans", .always) { try await runner.run(scanningFirst: settings.scanOnStart) },
            jobs.make("scanFigures", .always) {
                for await scan in runner.broadcaster.updates() where scan.state != .running {
                    let state = [("state", scan.state.rawValue)]
                    Counter(label: "rondo_scans_total", dimensions: state, factory: jobs.registry).increment()
                }
            },
            jobs.make("imageCleanup", .always) { try await images.run() },
        ]
        if settings.scanWatch {
            let watch = LibraryWatch(
                store: instance.libraryStore, runner: runner, observer: InotifyLibraryObserver(logger: jobs.logger),
                catalogChanges: { database.changes.revisions(of: .catalogue) }, logger: jobs.logger)
            all.append(jobs.make("libraryWatch", .always) { try await watch.run() })
        }
        if let interval = settings.scanInterval {
            all.append(
                jobs.make("regularScans", .once) {
                    while true {
                        try await Task.sleep(for: interval)
                        // If another scan is running, that one is enough.
                        _ = try? await runner.start(nil, by: .gateway)
                    }
                })
        }
        return all
    }
}

/// Removes covers and pictures that nothing shows any more: at the start, every six hours, and after every scan.
struct ImageCleanup {
    let sweep: BlobSweep
    let scans: ScanRunner
    /// Locked during a cleanup: a backup copies the images that the database referred to a while ago.
    let backupLock: String

    /// Runs until its task is cancelled.
    func run() async throws {
        let (turns, turn) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let updates = scans.broadcaster.updates()
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                for await scan in updates where scan.state != .running { turn.yield() }
            }
            group.addTask {
                while true {
                    turn.yield()
                    try await Task.sleep(for: .seconds(6 * 3600))
                }
            }
            for await _ in turns { try await sweepOnce() }
            group.cancelAll()
        }
    }

    /// Does not run beside a scan, which is about to refer to images that it has stored; the end of the scan causes the
    /// next run.
    private func sweepOnce() async throws {
        guard await scans.running == nil, let lock = try BackupLock(at: backupLock) else { return }
        defer { withExtendedLifetime(lock) {} }
        try await sweep.run()
    }
}
