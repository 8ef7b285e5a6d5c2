import Backups
import Foundation
import GRDB
import Journal
import Primitives
import Support
import Testing

@testable import Archives
@testable import SQLiteStore

@Suite("Backups of other versions", .timeLimit(.minutes(10))) struct FormerBackupTests {
    private let sealed: SealedBackupFixture
    private var fixture: BackupFixture { sealed.base }

    init() throws {
        sealed = try SealedBackupFixture()
    }

    /// Puts the database of commit c929e94f with an account into the data folder.
    ///
    /// - Parameter sql: what is changed in it.
    private func makeDatabase(_ sql: String = "") throws {
        try FileManager.default.removeItem(atPath: fixture.database)
        let queue = try DatabaseQueue(path: fixture.database)
        try queue.write { db in
            try db.execute(sql: FormerDatabase.sql.get())
            try db.execute(
                sql: """
                    INSERT INTO account (id, username, username_key, display_name, search_text, role, disabled, locale,
                      theme, created_at) VALUES ('p', 'ada', 'ada', 'Ada', 'ada', 'admin', 0, 'en', 'system', 1);
                    """)
            try db.execute(sql: sql)
        }
        try queue.close()
    }

    /// Makes the database lack its last migration.
    private static let older = "DELETE FROM grdb_migrations WHERE identifier = '\(FormerDatabase.lastMigration)'"

    private func restore(_ path: String, into target: String) throws {
        try FileManager.default.createDirectory(atPath: target, withIntermediateDirectories: true)
        let restoration = Restoration(
            BackupPlaces(data: target, folder: fixture.places.folder, lock: target + "/backup.lock"))
        _ = try restoration.prepare(path, sealed.check([sealed.identity]), snapshots: fixture.snapshots)
        _ = try restoration.apply()
    }

    @Test("one of commit c929e94f is verified and restored, plain and encrypted, and has the baseline then")
    func former() async throws {
        try makeDatabase()
        for path in [try await fixture.backUp(), try await sealed.seal()] {
            let verified = try sealed.verify(path)
            #expect(verified.contents?.schema.last == FormerDatabase.lastMigration)
            let target = fixture.folder.path + "/" + UUID().uuidString
            try restore(path, into: target)
            let restored = try DatabaseQueue(path: target + "/rondo.sqlite")
            let (schema, user) = try await restored.read { db in
                (
                    try String.fetchAll(db, sql: "SELECT identifier FROM grdb_migrations"),
                    try String.fetchOne(db, sql: "SELECT username FROM account")
                )
            }
            #expect(schema == [Migration].all.map(\.name) && user == "ada")
            try restored.close()
        }
    }

    @Test(
        "one of another schema is refused, plain and encrypted, and nothing is put in place",
        arguments: [
            (older, "schema_older", "commit c929e94f"),
            ("DROP INDEX wish_by_date", "schema_differs", "index wish_by_date of wish is missing"),
            ("INSERT INTO grdb_migrations VALUES ('9999 tomorrow')", "schema_newer", "newer version"),
        ])
    func refused(sql: String, reason: String, words: String) async throws {
        try makeDatabase(sql)
        for path in [try await fixture.backUp(), try await sealed.seal()] {
            let verified = #expect(throws: DomainError.self) { try sealed.verify(path) }
            #expect(verified?.reason == reason && verified?.code == .conflict)
            #expect(verified?.message.contains(words) == true, "\(verified?.message ?? "")")
            let target = fixture.folder.path + "/new"
            let restored = #expect(throws: DomainError.self) { try restore(path, into: target) }
            #expect(restored?.reason == reason)
            #expect(try FileManager.default.contentsOfDirectory(atPath: target).isEmpty)
        }
        // Its signature is good, whatever is in it.
        #expect(try sealed.verify(try await sealed.seal("rondo-2.tar.sealed"), []).isComplete == false)
    }

    private struct Still: WallClock {
        let time: Timestamp

        func now() -> Timestamp { time }
    }

    @Test("a scheduled one that this version cannot verify has no defect, and no backup is deleted because of it")
    func retention() async throws {
        let database = try SQLiteDatabase.new(at: fixture.folder.path + "/own.sqlite")
        let store = SQLiteBackupStore(database)
        let admin = Principal(user: ID("ada"), role: .admin)
        try makeDatabase(Self.older)
        func coordinator(after days: Int) throws -> BackupCoordinator {
            BackupCoordinator(
                store: store, vault: fixture.vault(), zone: try #require(TimeZone(identifier: "UTC")),
                clock: Still(time: BackupFixture.now.advanced(by: .seconds(days * 86_400))))
        }
        try await coordinator(after: 0).set(BackupSchedule(isEnabled: false, keep: 1), as: admin, from: "here")
        var names: [String] = []
        for number in 1...3 {
            let began = BackupFixture.now.advanced(by: .seconds(number))
            let path = try await fixture.backUp(name: BackupFile.name(at: began))
            names.append(URL(fileURLWithPath: path).lastPathComponent)
            // The files' times decide which is the latest.
            try FileManager.default.setAttributes(
                [.modificationDate: Date(timeIntervalSince1970: Double(began.milliseconds) / 1000)], ofItemAtPath: path)
            var run = BackupRun(id: .make(at: began), kind: .scheduled, startedAt: began, withMusic: false)
            (run.state, run.file, run.endedAt) = (.done, names.last, began)
            try await store.finish(run, journal: JournalEntry(at: began, by: .gateway, "backup.create"))
        }
        let console = try coordinator(after: 0)
        try await console.start(.verification, of: names[2], as: admin, from: "here")
        let work = Task { try await console.work() }
        try await waitUntil("it was refused") { try await console.status(as: admin).failure != nil }
        work.cancel()
        #expect(try await console.status(as: admin).failure?.contains("commit c929e94f") == true)
        let runs = try await store.runs(limit: 5)
        #expect(runs.count == 3 && runs.allSatisfy { $0.defect == nil && $0.verifiedAt == nil })
        for day in 1...3 {
            let clock = Still(time: BackupFixture.now.advanced(by: .seconds(day * 86_400)))
            try await coordinator(after: day).prune(
                by: Cleanup(store: SQLiteCleanupStore(database), clock: clock))
        }
        #expect(try await fixture.vault().files().map(\.name).sorted() == names)
        try database.close()
    }
}
