import Files
import GRDB
import NIOPosix
import Primitives
import Support
import Testing

@testable import SQLiteStore
@testable import Submissions

@Suite("The remaining upload quota") struct UploadRoomTests {
    private struct Bounds: UploadAllowance {
        let bounds: UploadBounds

        func bounds(for caller: Principal) async throws -> UploadBounds { bounds }
    }

    private let folder: TemporaryFolder
    private let database: SQLiteDatabase
    private let caller = Principal(user: ID("bo"), role: .contributor)

    init() async throws {
        folder = try TemporaryFolder()
        database = try SQLiteDatabase.new(at: folder.path + "/rondo.sqlite")
        try await database.write(.accounts) { db in
            try db.execute(
                sql: """
                    INSERT INTO account (id, username, username_key, display_name, search_text, role, disabled, locale,
                      theme, created_at) VALUES ('bo', 'bo', 'bo', 'Bo', 'bo', 'contributor', 0, 'en', 'system', 1)
                    """)
        }
    }

    @Test("abandoned uploads of one user are removed, however many there are") func leftBehind() async throws {
        let uploads = try uploads(file: 900_000, person: 900_000)
        for number in 0..<15 {
            _ = try await uploads.create(try UploadDraft(name: "\(number).flac", length: 1_000), as: caller)
        }
        let now = SystemWallClock().now()
        for days in [10, 12] {
            let clock = TestClock(now.advanced(by: .seconds(86_400 * days)))
            let cleanup = SubmissionCleanup(
                uploads: SQLiteUploadStore(database), submissions: SQLiteSubmissionStore(database),
                quarantine: try DiskQuarantine(folder: folder.path + "/quarantine", pool: .singleton),
                cleanup: Cleanup(store: SQLiteCleanupStore(database), clock: clock), uploadTime: .seconds(86_400),
                draftTime: .seconds(86_400), clock: clock)
            try await cleanup.cleanUp()
        }
        #expect(try await uploads.uploads(as: caller).isEmpty)
    }

    private func uploads(file: Int64, person: Int64) throws -> UploadService {
        try uploads(within: UploadBounds(file: file, person: person, everybody: 1 << 40))
    }

    private func uploads(within bounds: UploadBounds) throws -> UploadService {
        UploadService(
            store: SQLiteUploadStore(database),
            quarantine: try DiskQuarantine(folder: folder.path + "/quarantine", pool: .singleton),
            allowance: Bounds(bounds: bounds), reserve: 0,
            whole: {})
    }

    @Test("is shown in fitting units, with the size of the file") func sentences() async throws {
        let uploads = try uploads(file: 900_000, person: 500_000)
        _ = try await uploads.create(try UploadDraft(name: "a.flac", length: 120_500), as: caller)
        let full = await #expect(throws: DomainError.self) {
            _ = try await uploads.create(try UploadDraft(name: "b.flac", length: 700_000), as: caller)
        }
        #expect(full?.reason == "quota_exceeded")
        #expect(
            full?.message
                == """
                Your pending submissions may take 500 kB. They take 120.5 kB, and this file needs 700 kB. Wait for a \
                decision, or remove a submission
                """)
        let large = await #expect(throws: DomainError.self) {
            _ = try await uploads.create(try UploadDraft(name: "c.flac", length: 1_234_567), as: caller)
        }
        #expect(large?.message == "This file has 1.2 MB, and a file may have 900 kB. Choose a smaller one")
    }

    @Test("names the plan that sets it") func plan() async throws {
        let bounds = UploadBounds(file: 900_000, person: 500_000, everybody: 1 << 40)
        let small = try uploads(within: bounds.limited(to: 100_000, byPlan: "Free"))
        let large = await #expect(throws: DomainError.self) {
            _ = try await small.create(try UploadDraft(name: "a.flac", length: 100_001), as: caller)
        }
        #expect(large?.message.contains("may have 100 kB in the plan Free") == true)
        _ = try await small.create(try UploadDraft(name: "a.flac", length: 99_999), as: caller)
        let full = await #expect(throws: DomainError.self) {
            _ = try await small.create(try UploadDraft(name: "b.flac", length: 2), as: caller)
        }
        #expect(full?.message.contains("may take 100 kB in the plan Free.") == true)
        let generous = try uploads(within: bounds.limited(to: 600_000, byPlan: "Free"))
        let server = await #expect(throws: DomainError.self) {
            _ = try await generous.create(try UploadDraft(name: "c.flac", length: 450_000), as: caller)
        }
        #expect(server?.message.contains("may take 500 kB.") == true)
    }
}
