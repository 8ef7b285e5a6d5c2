import Foundation
import Journal
import Primitives
import SQLiteStore
import Support
import Testing

@testable import Backups

@Suite("The backup schedule") struct ScheduleTests {
    private func instant(_ text: String) throws -> Timestamp {
        let date = try Date(text, strategy: .iso8601)
        return Timestamp(milliseconds: Int64(date.timeIntervalSince1970 * 1000))
    }

    @Test("a backup is due once a day at its minute in the server's zone, even if clocks skip or repeat it")
    func due() throws {
        let zone = try #require(TimeZone(identifier: "Europe/Warsaw"))
        let schedule = BackupSchedule(isEnabled: true, minute: 150)
        for (now, due) in [
            ("2026-11-21T21:00:00Z", "2026-11-21T01:30:00Z"), ("2026-11-21T01:29:59Z", "2026-11-20T01:30:00Z"),
            ("2026-11-21T01:30:00Z", "2026-11-21T01:30:00Z"),
        ] {
            #expect(try schedule.latestDue(at: instant(now), in: zone) == instant(due), "\(now)")
        }
        // Half past two is skipped on 29 March 2026 and comes twice on 25 October 2026. There is one backup on each
        // day.
        for day in ["2026-03-29", "2026-10-25"] {
            var found: Set<Timestamp> = []
            let midnight = try instant(day + "T00:00:00Z").advanced(by: .seconds(-7200))
            for minute in 0..<1500 {
                let now = midnight.advanced(by: .seconds(minute * 60))
                if let due = schedule.latestDue(at: now, in: zone), due >= midnight { found.insert(due) }
            }
            #expect(found.count <= 2 && !found.isEmpty, "\(day) \(found)")
        }
        #expect(try BackupSchedule(isEnabled: false).latestDue(at: instant("2026-11-21T21:00:00Z"), in: zone) == nil)
    }

    @Test("a schedule set after its hour starts on the next day, even after a restart")
    func since() async throws {
        let fixture = try BackupFixture()
        let store = SQLiteBackupStore(try SQLiteDatabase.new(at: fixture.database))
        let zone = try #require(TimeZone(identifier: "UTC"))
        let admin = Principal(user: ID("ada"), role: .admin)
        func coordinator(_ now: String) throws -> BackupCoordinator {
            BackupCoordinator(store: store, vault: fixture.vault(), zone: zone, clock: Still(time: try instant(now)))
        }
        let schedule = BackupSchedule(isEnabled: true, minute: 210)
        let first = try coordinator("2026-11-21T10:00:00Z")
        try await first.set(schedule, as: admin, from: "here")
        #expect(try await first.due() == nil)
        #expect(await first.nextDue(of: schedule) == (try instant("2026-11-22T03:30:00Z")))
        #expect(try await coordinator("2026-11-21T23:00:00Z").due() == nil, "A start makes nothing due that was not")
        #expect(try await coordinator("2026-11-22T03:29:59Z").due() == nil)
        #expect(try await coordinator("2026-11-22T03:30:00Z").due() == schedule)
        // A server that was off at that time makes the backup later.
        let late = try instant("2026-11-22T09:00:00Z")
        #expect(try await coordinator("2026-11-22T09:00:00Z").due() == schedule)
        let run = BackupRun(id: .make(at: late), kind: .scheduled, startedAt: late, withMusic: false)
        try await store.begin(run, journal: JournalEntry(at: late, by: .gateway, "backup.start"))
        #expect(try await coordinator("2026-11-22T09:10:00Z").due() == nil)
        #expect(try await coordinator("2026-11-23T04:00:00Z").due() == schedule)
    }

    private struct Still: WallClock {
        let time: Timestamp

        func now() -> Timestamp { time }
    }

    @Test("schedule values have limits") func bounds() {
        for wrong in [
            BackupSchedule(minute: -1), BackupSchedule(minute: 1440), BackupSchedule(keep: 0),
            BackupSchedule(keep: 366),
        ] {
            #expect(throws: DomainError.self) { try wrong.check() }
        }
    }
}
