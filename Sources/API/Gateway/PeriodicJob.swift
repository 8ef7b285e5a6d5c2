package import CoreMetrics
package import Logging
import Primitives
package import ServiceLifecycle

/// A named background task. A thrown error is logged, and the task is tried again, each time after a longer pause. It
/// ends at a graceful shutdown and never before, so that no background failure can end the server.
package struct PeriodicJob: Service {
    /// The time of the next call after the body has returned.
    package enum Schedule: Sendable {
        /// Never: the work is done until the next start.
        case once
        /// At once: the body is meant to run for as long as the server does.
        case always
        /// After this time.
        case every(Duration)
        /// After the time that the last call returned.
        case asReturned
    }

    package typealias Sleep = @Sendable (Duration) async throws -> Void

    package let name: String
    private let schedule: Schedule
    private let pauses: RetryPauses
    private let logger: Logger
    private let metrics: any MetricsFactory
    private let sleep: Sleep
    private let last: (@Sendable () async throws -> Void)?
    private let body: @Sendable () async throws -> Duration

    package func run() async throws {
        await cancelWhenGracefulShutdown { await work() }
        guard let last else { return }
        do { try await last() } catch { warn(error, nextIn: nil) }
    }

    /// Returns when the task is canceled.
    private func work() async {
        let names = [("job", name)]
        let runs = Counter(label: "rondo_job_runs_total", dimensions: names, factory: metrics)
        let failures = Counter(label: "rondo_job_failures_total", dimensions: names, factory: metrics)
        failures.increment(by: 0)
        var pauses = pauses
        while !Task.isCancelled {
            let began = ContinuousClock.now
            do {
                let rest = try await body()
                runs.increment()
                pauses.succeeded()
                switch schedule {
                case .once: return await waitForShutdown()
                case .always: try await sleep(pauses.first)
                case .every(let interval): try await sleep(interval)
                case .asReturned: try await sleep(rest)
                }
            } catch {
                if Task.isCancelled { return }
                failures.increment()
                // A body that had run for long counts as failing for the first time.
                if ContinuousClock.now - began > pauses.longest { pauses.succeeded() }
                let pause = pauses.next()
                warn(error, nextIn: pause)
                try? await sleep(pause)
            }
        }
    }

    /// No service of the group may end earlier: the group would end all others with it.
    private func waitForShutdown() async {
        while !Task.isCancelled { try? await Task.sleep(for: .seconds(86_400)) }
    }

    private func warn(_ error: any Error, nextIn pause: Duration?) {
        var facts: Logger.Metadata = [
            "job.name": "\(name)", "error.message": "\((error as? DomainError)?.message ?? "\(error)")",
        ]
        facts["job.retry"] = pause.map { "\($0)" }
        logger.warning("A job failed", metadata: facts)
    }
}

extension PeriodicJob {
    /// - Parameters:
    /// - pauses: the pauses between a failure and the next try.
    /// - last: runs once more at a graceful shutdown, whatever the body was doing.
    package init(
        _ name: String, _ schedule: Schedule, pauses: RetryPauses = RetryPauses(), logger: Logger,
        metrics: any MetricsFactory = NOOPMetricsHandler.instance,
        sleep: @escaping Sleep = { try await Task.sleep(for: $0) }, last: (@Sendable () async throws -> Void)? = nil,
        _ body: @escaping @Sendable () async throws -> Void
    ) {
        self.init(
            name: name, schedule: schedule, pauses: pauses, logger: logger, metrics: metrics, sleep: sleep, last: last
        ) {
            try await body()
            return .zero
        }
    }

    /// A job whose body returns the pause until its next call.
    package init(
        resting name: String, pauses: RetryPauses = RetryPauses(), logger: Logger,
        metrics: any MetricsFactory = NOOPMetricsHandler.instance,
        sleep: @escaping Sleep = { try await Task.sleep(for: $0) },
        _ body: @escaping @Sendable () async throws -> Duration
    ) {
        self.init(
            name: name, schedule: .asReturned, pauses: pauses, logger: logger, metrics: metrics, sleep: sleep,
            last: nil, body: body)
    }
}

/// The pauses after consecutive failures: twice as long each time.
package struct RetryPauses: Sendable {
    package let first: Duration
    package let longest: Duration
    private var failures = 0

    package init(first: Duration = .seconds(1), longest: Duration = .seconds(60)) {
        self.first = first
        self.longest = max(first, longest)
    }

    /// The pause after one more failure.
    package mutating func next() -> Duration {
        defer { failures = min(failures + 1, 20) }
        return min(longest, first * (1 << failures))
    }

    mutating func succeeded() {
        failures = 0
    }
}
