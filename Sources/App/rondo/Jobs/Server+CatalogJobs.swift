import Archives
import Catalog
import CoreMetrics
import Files
import Gateway
import Journal
import Logging
import Primitives
import SQLiteStore
import ServiceLifecycle

/// Jobs about the libraries.
extension Server {
    func catalogJobs(_ instance: Instance, _ jobs: JobMaker) -> [any Service] {
        let (database, runner) = (instance.database, instance.scanRunner)
        var all: [any Service] = [
            jobs.make("scans", .always) { try await runner.run(scanningFirst: settings.scanOnStart) },
            jobs.make("scanFigures", .always) {
                for await scan in runner.broadcaster.updates() where scan.state != .running {
                    let state = [("state", scan.state.rawValue)]
                    Counter(label: "rondo_scans_total", dimensions: state, factory: jobs.registry).increment()
                }
            },
            // Covers without colors from an earlier version; the scan that finds a new cover describes it.
            jobs.make("coverColors", .once) { try await instance.describer.describeAll() },
        ]
        all.append(
            jobs.make("jointArtists", .always) {
                var applied: UInt64?
                while true {
                    // Applied changes increase the revision; the next run then finds nothing to do.
                    let revision = instance.jointArtists.revision
                    if applied != revision { try await instance.jointArtists.apply() }
                    applied = revision
                    try await Task.sleep(for: .seconds(2))
                }
            })
        if settings.scanWatch {
            let watch = LibraryWatch(
                store: instance.libraryStore, runner: runner, observer: InotifyLibraryObserver(logger: logger),
                catalogueChanges: { database.changes.revisions(of: .catalogue) }, logger: logger)
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
