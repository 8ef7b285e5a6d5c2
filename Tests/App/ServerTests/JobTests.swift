import GRDB
import Gateway
import Logging
import NIOPosix
import ServiceLifecycle
import Support
import Synchronization
import Testing

@testable import rondo

@Suite("The server's jobs") struct JobTests {
    /// Jobs that need the database in their first step and finish a run with that step.
    private static let brief: Set<String> = [
        "backupCleanup", "boardRollover", "coverColors", "credentialCleanup", "journalCut", "submissionCleanup",
        "withdrawalCleanup",
    ]
    /// Jobs that need the database and then run as long as the server.
    private static let lasting: Set<String> = [
        "backups", "imageCleanup", "jointArtists", "journalEvents", "letters", "scans", "withdrawals",
    ]

    @Test(
        "survive a database failure, do their work after it, and end with the server",
        .timeLimit(.minutes(5)))
    func database() async throws {
        let folder = try TemporaryFolder()
        let server = try await ComposedServer(in: folder.path)
        let outage = try DatabaseOutage(of: folder.path + "/data/rondo.sqlite")
        let maker = JobMaker(logger: Logger(label: "test", factory: { _ in SwiftLogNoOpLogHandler() }))
        let jobs = server.all.all.flatMap { $0.jobs(maker) }.compactMap { $0 as? PeriodicJob }
        #expect(Set(jobs.map(\.name)).count == jobs.count, "two jobs have one name")
        let ended = Mutex<[String]>([])
        let group = ServiceGroup(
            configuration: ServiceGroupConfiguration(
                services: jobs.map { job in
                    ServiceGroupConfiguration.ServiceConfiguration(
                        service: Watched(job: job, ended: { name in ended.withLock { $0.append(name) } }))
                }, logger: maker.logger))
        async let run: Void = group.run()
        let all = Self.brief.union(Self.lasting)
        try await waitUntil("the jobs have failed twice") {
            all.isSubset(of: Self.jobs(of: "rondo_job_failures_total", atLeast: 2, maker))
        }
        #expect(ended.withLock { $0 } == [], "a job that ends would end the server")
        try outage.end()
        try await waitUntil("the jobs have done their work") {
            Self.brief.isSubset(of: Self.jobs(of: "rondo_job_runs_total", atLeast: 1, maker))
        }
        #expect(ended.withLock { $0 } == [])
        let resolving = server.all.submissions.resolving
        try await resolving.runIfActive {}
        await group.triggerGracefulShutdown()
        try await run
        #expect(ended.withLock { $0.count } == jobs.count)
        await #expect(throws: (any Error).self, "threads go on without work") { try await resolving.runIfActive {} }
    }

    /// The jobs for which this counter has reached `least`.
    private static func jobs(of counter: String, atLeast least: Double, _ maker: JobMaker) -> Set<String> {
        var text = MetricText()
        maker.registry.write(to: &text)
        let lines = text.text.split(separator: "\n").filter { $0.hasPrefix(counter + "{job=\"") }
        return Set(
            lines.compactMap { line in
                let parts = line.split(separator: "\"")
                guard parts.count == 3, let count = Double(parts[2].dropFirst(2)), count >= least else { return nil }
                return String(parts[1])
            })
    }

    /// Reports when the job ends.
    private struct Watched: Service {
        let job: PeriodicJob
        let ended: @Sendable (String) -> Void

        func run() async throws {
            defer { ended(job.name) }
            try await job.run()
        }
    }
}

/// A database whose tables are renamed away, so that every statement fails.
private struct DatabaseOutage {
    private static let suffix = "_away"
    private let queue: DatabaseQueue
    private let tables: [String]

    init(of path: String) throws {
        queue = try DatabaseQueue(path: path)
        tables = try queue.read { db in
            try String.fetchAll(
                db,
                sql: """
                    SELECT name FROM pragma_table_list
                    WHERE schema = 'main' AND type = 'table' AND name NOT LIKE 'sqlite_%'
                    """)
        }
        try rename { ($0, $0 + Self.suffix) }
    }

    func end() throws {
        try rename { ($0 + Self.suffix, $0) }
    }

    private func rename(_ names: (String) -> (String, String)) throws {
        try queue.write { db in
            for table in tables {
                let (old, new) = names(table)
                try db.execute(sql: "ALTER TABLE \"\(old)\" RENAME TO \"\(new)\"")
            }
        }
    }
}
