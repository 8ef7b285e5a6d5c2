import Journal
import Catalog
import CoreMetrics
import Gateway
import Files
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
            // Those that an earlier version has left without colors; new ones are looked into by the scan that finds them.
            jobs.make("coverColors", .once) { try await instance.describer.describeAll() },
        ]
        all.append(
            jobs.make("jointArtists", .always) {
                var applied: UInt64?
                while true {
                    // What is applied changes the revision; the next look finds nothing to do.
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
                        // Another scan that is running then does as well.
                        _ = try? await runner.start(nil, by: .gateway)
                    }
                })
        }
        return all
    }
}
