import GRDB
import Journal
import Primitives
import Support
import Testing

@testable import SQLiteStore

@Suite("The event rows") struct EventRowsTests {
    private let folder: TemporaryFolder
    private let database: SQLiteDatabase
    private let log: SQLiteEventLog

    init() throws {
        folder = try TemporaryFolder()
        database = try SQLiteDatabase.new(at: folder.path + "/rondo.sqlite")
        log = SQLiteEventLog(database)
    }

    private func append(_ events: [Event]) async throws {
        try await database.write(.board) { db in for event in events { try event.append(to: db) } }
    }

    @Test("keep only the latest ones, and never reuse a number, even when none is left")
    func bounded() async throws {
        let over: Int64 = 25
        try await append((0..<Event.kept + over).map { _ in Event(.board, to: .everyone) })
        let count = try await database.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM event") }
        #expect(count == Int(Event.kept))
        try await database.write(.board) { try $0.execute(sql: "DELETE FROM event") }
        #expect(try await log.newest() == Event.kept + over)
        #expect(try await log.events(after: Event.kept + over, limit: 1) == [])
        try await append([Event(.wish, to: .everyone)])
        #expect(try await log.newest() == Event.kept + over + 1)
    }

    @Test("a rolled back transaction leaves no event, and nobody receives one")
    func undone() async throws {
        await #expect(throws: DomainError.self) {
            try await database.write(.board) { db in
                try Event(.board, to: .everyone).append(to: db)
                throw DomainError(.conflict, "no")
            }
        }
        #expect(try await log.events(after: 0, limit: 9)?.isEmpty == true)
    }
}
