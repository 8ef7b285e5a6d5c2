import Administration
import Backups
import Fingerprints
import Messaging
import Portability
import Submissions

/// How far the instance's work in the background is. What only the running server knows is missing from what a command says.
struct BackgroundJobs: BackgroundWork {
    let fingerprints: any FingerprintStore
    let uploads: any UploadStore
    let outbox: any Outbox
    let backups: BackupCoordinator?
    let imports: ImportQueue?

    func jobs() async throws -> [BackgroundJob] {
        let listened = try await fingerprints.progress()
        let uploads = try await uploads.waitingCount()
        let letters = try await outbox.counts()
        var jobs = [
            BackgroundJob(
                .fingerprints, isRunning: listened.remaining > 0, waiting: listened.remaining, done: listened.done),
            BackgroundJob(.uploads, isRunning: uploads > 0, waiting: uploads),
            BackgroundJob(.letters, isRunning: false, waiting: letters.waiting, failed: letters.failed),
        ]
        if let backups { jobs.append(BackgroundJob(.backup, isRunning: await backups.isWorking)) }
        if let imports {
            let busy = await imports.busyCount
            jobs.append(BackgroundJob(.imports, isRunning: busy > 0, waiting: busy))
        }
        return jobs
    }
}
