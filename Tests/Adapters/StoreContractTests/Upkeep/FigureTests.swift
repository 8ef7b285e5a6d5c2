import Accounts
import Administration
import Foundation
import Journal
import Primitives
import StoreFixtures
import Streaming
import Support
import Synchronization
import Testing

/// The overview's figures over a real database, with a clock that the test sets.
@Suite("The server's hourly figures") struct FigureTests {
    private final class Counts: ServerCounters {
        private let state = Mutex(ServerCounts())

        func counts() -> ServerCounts { state.withLock { $0 } }
        func add(sent: Int64, requests: Int64 = 0, errors: Int64 = 0) {
            state.withLock { counts in
                counts.sent += sent
                counts.requests += requests
                counts.errors += errors
            }
        }
    }

    private struct Facts: ServerFacts {
        let version = "1"
        let startedAt = Timestamp(milliseconds: 0)
        let free: Int64?

        func storage() async -> [StoragePart] {
            [StoragePart(name: "database", bytes: 40), StoragePart(name: "images", bytes: 2)]
        }
        func disks(of libraries: [(name: String, path: String)]) async -> [DiskSpace] {
            [DiskSpace(name: "data", isLibrary: false, free: free, total: free)]
        }
        func certificate() async -> CertificateState? { nil }
        func warnings() async -> [ServerWarning] { [] }
        func conversions() async -> (running: Int, waiting: Int, arePossible: Bool) { (0, 0, true) }
    }

    private static let admin = Principal(user: ID("admin"), role: .admin)
    private let fixture: StatisticsFixture
    private let counts = Counts()
    private var clock: TestClock { fixture.listening.clock }

    init() async throws {
        fixture = try await StatisticsFixture()
        clock.set("2026-11-21T10:30:00Z")
    }

    private func recorder(free: Int64? = 1000, counts: Counts? = nil) -> FigureRecorder {
        FigureRecorder(
            store: fixture.engine.figures, streams: ActiveStreams(), counters: counts ?? self.counts,
            facts: Facts(free: free), clock: clock)
    }

    private func course(_ figure: ServerFigure, _ recorder: FigureRecorder) async throws -> [Int: Int] {
        let service = FigureHistoryService(
            store: fixture.engine.figures, recorder: recorder, zone: TimeZone(identifier: "Europe/Warsaw") ?? .gmt,
            clock: clock)
        let history = try await service.history(as: Self.admin)
        let points = try #require(history.courses.first { $0.figure == figure }).points
        return Dictionary(
            points.map { (Int($0.hour - history.last), Int($0.value)) }, uniquingKeysWith: { first, _ in first })
    }

    @Test("counts add up within their hour, stored or not, and each process counts from zero")
    func counted() async throws {
        let first = recorder()
        counts.add(sent: 100, requests: 3, errors: 1)
        first.read()
        #expect(try await course(.sent, first) == [0: 100])
        try await first.write()
        counts.add(sent: 50)
        clock.advance(by: .seconds(3600))
        first.read()
        #expect(try await course(.sent, first) == [-1: 100, 0: 50])
        try await first.write()
        #expect(try await course(.requests, first) == [-1: 3, 0: 0])

        // Another process counts from zero. Its counts are added.
        let again = Counts()
        let second = recorder(counts: again)
        again.add(sent: 7)
        try await second.write()
        #expect(try await course(.sent, second) == [-1: 100, 0: 57])
        #expect(try await course(.errors, second) == [-1: 1, 0: 0])
        #expect(try await course(.data, second) == [-1: 42, 0: 42])
    }

    @Test("an unknown figure has no points, and the last size of an hour is stored")
    func sizes() async throws {
        let unknown = recorder(free: nil)
        try await unknown.write()
        #expect(try await course(.free, unknown).isEmpty)
        try await recorder(free: 900).write()
        try await recorder(free: 800).write()
        #expect(try await course(.free, unknown) == [0: 800])
    }

    @Test("a week is shown and two weeks are stored")
    func bounded() async throws {
        let recorder = recorder()
        counts.add(sent: 5)
        try await recorder.write()
        let begun = HourlyFigure.hour(of: clock.now())
        clock.advance(by: .seconds(8 * 86_400))
        try await recorder.write()
        #expect(try await course(.sent, recorder) == [0: 0])
        #expect(try await fixture.engine.figures.figures(from: 0).contains { $0.hour == begun })
        clock.advance(by: .seconds(7 * 86_400))
        try await recorder.write()
        #expect(try await !fixture.engine.figures.figures(from: 0).contains { $0.hour == begun })
    }

    @Test("plays come from the statistics, by hours in UTC, and submissions from the journal")
    func derived() async throws {
        for time in ["2026-11-21T08:10:00Z", "2026-11-21T08:50:00Z", "2026-11-20T23:05:00Z", "2026-11-01T08:00:00Z"] {
            try await fixture.play("t0", at: try fixture.instant(time))
        }
        // Sharing with the group adds no further play.
        try await fixture.share(StatisticsFixture.bob)
        try await fixture.play("t1", at: try fixture.instant("2026-11-21T09:00:00Z"), as: StatisticsFixture.bob)
        #expect(try await course(.plays, recorder()) == [-2: 2, -1: 1, -11: 1])

        let entry = JournalEntry(
            at: try fixture.instant("2026-11-21T07:59:00Z"), by: .gateway, "submission.submit",
            .init(kind: "submission", id: "s"))
        try await fixture.engine.accounts.record([entry])
        #expect(try await course(.submissions, recorder()) == [-3: 1])
    }

    @Test("only admins see them")
    func access() async throws {
        let service = FigureHistoryService(
            store: fixture.engine.figures, recorder: recorder(), zone: .gmt, clock: clock)
        for role in [Role.listener, .contributor, .moderator] {
            await #expect(throws: DomainError.self) {
                try await service.history(as: Principal(user: ID("other"), role: role))
            }
        }
    }
}
