import Administration
import Analysis
import Backups
import CoreMetrics
import Gateway
import Logging
import Messaging
import Portability
import Submissions

/// The progress of the instance's background jobs. A command's answer lacks the state that only the running server
/// knows.
struct BackgroundJobs: BackgroundWork {
    let analyses: any AnalysisStore
    let uploads: any UploadStore
    let outbox: any Outbox
    let backups: BackupCoordinator?
    let imports: ImportQueue?

    func jobs() async throws -> [BackgroundJob] {
        let analysis = try await analyses.progress()
        let uploads = try await uploads.waitingCount()
        let emails = try await outbox.counts()
        var jobs = [
            BackgroundJob(
                .analysis, isRunning: analysis.remaining > 0, waiting: analysis.remaining, done: analysis.done,
                failed: analysis.failed),
            BackgroundJob(.uploads, isRunning: uploads > 0, waiting: uploads),
            BackgroundJob(.letters, isRunning: false, waiting: emails.waiting, failed: emails.failed),
        ]
        if let backups { jobs.append(BackgroundJob(.backup, isRunning: await backups.isWorking)) }
        if let imports {
            let busy = await imports.busyCount
            jobs.append(BackgroundJob(.imports, isRunning: busy > 0, waiting: busy))
        }
        return jobs
    }
}

/// Makes the server's jobs, which share a logger and a counter of runs.
struct JobMaker: Sendable {
    let logger: Logger
    let registry = PrometheusRegistry(help: MetricsPage.help)

    func make(
        _ name: String, _ schedule: PeriodicJob.Schedule, pauses: RetryPauses = RetryPauses(),
        last: (@Sendable () async throws -> Void)? = nil, _ body: @escaping @Sendable () async throws -> Void
    ) -> PeriodicJob {
        PeriodicJob(name, schedule, pauses: pauses, logger: logger, metrics: registry, last: last, body)
    }

    /// - Parameter body: does its work, and returns the time until the next run.
    func make(
        resting name: String, pauses: RetryPauses = RetryPauses(),
        _ body: @escaping @Sendable () async throws -> Duration
    ) -> PeriodicJob {
        PeriodicJob(resting: name, pauses: pauses, logger: logger, metrics: registry, body)
    }
}
