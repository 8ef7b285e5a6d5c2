import CoreMetrics
import Gateway
import Logging

/// Makes the gateway's jobs, which share a log and what counts their runs.
struct JobMaker: Sendable {
    let logger: Logger
    let registry = PrometheusRegistry(help: MetricsPage.help)

    func make(
        _ name: String, _ schedule: PeriodicJob.Schedule, pauses: RetryPauses = RetryPauses(),
        last: (@Sendable () async throws -> Void)? = nil, _ body: @escaping @Sendable () async throws -> Void
    ) -> PeriodicJob {
        PeriodicJob(name, schedule, pauses: pauses, logger: logger, metrics: registry, last: last, body)
    }

    /// - Parameter body: does its work and says how long to rest.
    func make(
        resting name: String, pauses: RetryPauses = RetryPauses(),
        _ body: @escaping @Sendable () async throws -> Duration
    ) -> PeriodicJob {
        PeriodicJob(resting: name, pauses: pauses, logger: logger, metrics: registry, body)
    }
}
