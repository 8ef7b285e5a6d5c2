import CoreMetrics
import Logging
import Primitives
import ServiceLifecycle
import Support
import Synchronization
import Testing

@testable import Gateway

/// Jobs that run beside request handling.
@Suite("Periodic jobs", .timeLimit(.minutes(2))) struct PeriodicJobTests {
    /// A sleep function that returns at once and records the durations.
    private final class Sleeps: Sendable {
        let all = Mutex<[Duration]>([])
        var sleep: PeriodicJob.Sleep {
            { duration in
                self.all.withLock { $0.append(duration) }
                try Task.checkCancellation()
                await Task.yield()
            }
        }
    }

    private let quiet = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }

    @Test("a failing job is retried after doubling pauses up to the maximum, which restart after a success")
    func pauses() async throws {
        let sleeps = Sleeps()
        let calls = Mutex(0)
        let registry = PrometheusRegistry()
        let (done, end) = AsyncStream.makeStream(of: Void.self)
        let job = PeriodicJob(
            "test", .every(.seconds(100)), pauses: RetryPauses(first: .seconds(1), longest: .seconds(5)), logger: quiet,
            metrics: registry, sleep: sleeps.sleep
        ) {
            let call = calls.withLock { calls in
                calls += 1
                return calls
            }
            if call == 8 { end.finish() }
            if call != 6 { throw DomainError(.storageFull, "There is no room") }
        }
        let task = Task {
            defer { end.finish() }
            try await job.run()
        }
        for await _ in done {}
        task.cancel()
        try await task.value
        let expected = [1, 2, 4, 5, 5, 100, 1].map { Duration.seconds($0) }
        #expect(sleeps.all.withLock { Array($0.prefix(7)) } == expected)
        var text = MetricText()
        registry.write(to: &text)
        #expect(text.text.contains("rondo_job_runs_total{job=\"test\"} 1\n"), "\(text.text)")
    }

    @Test(
        "a group survives jobs that throw or finish, and ends each at graceful shutdown after its final action"
    )
    func group() async throws {
        struct Failure: Error {}
        let last = Mutex<[String]>([])
        let (failed, fail) = AsyncStream.makeStream(of: Void.self)
        let jobs = [
            PeriodicJob("throws", .every(.zero), logger: quiet) {
                fail.yield()
                throw Failure()
            },
            PeriodicJob("done", .once, logger: quiet, last: { last.withLock { $0.append("done") } }) {},
            PeriodicJob(
                "loops", .always, logger: quiet,
                last: {
                    last.withLock { $0.append("loops") }
                    throw Failure()
                }
            ) { while true { try await Task.sleep(for: .seconds(60)) } },
        ]
        let group = ServiceGroup(configuration: ServiceGroupConfiguration(services: jobs, logger: quiet))
        let running = Task {
            defer { fail.finish() }
            try await group.run()
        }
        var failures = failed.makeAsyncIterator()
        for number in 1...2 { #expect(await failures.next() != nil, "call \(number)") }
        await group.triggerGracefulShutdown()
        try await running.value
        #expect(last.withLock { $0.sorted() } == ["done", "loops"])
    }

    @Test("a job that returns too early is restarted, each time after the first pause")
    func always() async throws {
        let sleeps = Sleeps()
        let (calls, call) = AsyncStream.makeStream(of: Void.self)
        let job = PeriodicJob(
            "always", .always, pauses: RetryPauses(first: .seconds(3)), logger: quiet, sleep: sleeps.sleep
        ) { call.yield() }
        let task = Task {
            defer { call.finish() }
            try await job.run()
        }
        var seen = calls.makeAsyncIterator()
        for number in 1...3 { #expect(await seen.next() != nil, "call \(number)") }
        task.cancel()
        try await task.value
        #expect(sleeps.all.withLock { Array($0.prefix(2)) } == [.seconds(3), .seconds(3)])
    }
}
