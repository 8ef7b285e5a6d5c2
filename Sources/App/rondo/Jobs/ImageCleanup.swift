import Archives
import Primitives
import Catalog

/// Removes covers and pictures that nothing shows any more: at the start, every six hours, and after every scan.
struct ImageCleanup {
    let sweep: BlobSweep
    let scans: ScanRunner
    /// A sweep holds it: a backup copies the images that the database referred to a while ago.
    let backupLock: String

    /// Until its task is cancelled.
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

    /// Not beside a scan, which is about to refer to what it has put: its end brings the next turn.
    private func sweepOnce() async throws {
        guard await scans.running == nil, let lock = try BackupLock(at: backupLock) else { return }
        defer { withExtendedLifetime(lock) {} }
        try await sweep.run()
    }
}
