import Archives
import Blobs
import Catalog
import Logging
import ServiceLifecycle

/// Removes covers and pictures that nothing shows any more: at the start, once a day, and after every scan.
struct ImageSweeps: Service {
    let sweep: BlobSweep
    let scans: ScanRunner
    /// A sweep holds it: a backup copies the images that the database referred to a while ago.
    let backupLock: String
    let logger: Logger

    func run() async throws {
        try? await cancelWhenGracefulShutdown {
            let (beats, beat) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
            let updates = scans.broadcaster.updates()
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask {
                    for await scan in updates where scan.state != .running { beat.yield() }
                }
                group.addTask {
                    while true {
                        beat.yield()
                        try await Task.sleep(for: .seconds(86400))
                    }
                }
                group.addTask {
                    for await _ in beats { await sweepOnce() }
                }
                try await group.waitForAll()
            }
        }
    }

    /// Not beside a scan, which is about to refer to what it has put: its end brings the next beat.
    private func sweepOnce() async {
        guard await scans.running == nil else { return }
        do {
            guard let lock = try BackupLock(at: backupLock) else { return }
            defer { withExtendedLifetime(lock) {} }
            let removed = try await sweep.run()
            if removed > 0 { logger.info("Unused images removed", metadata: ["images": "\(removed)"]) }
        } catch is CancellationError {
            return
        } catch {
            logger.warning("Unused images could not be removed", metadata: ["error": "\(error)"])
        }
    }
}
