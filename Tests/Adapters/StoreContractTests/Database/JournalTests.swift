import GRDB
import Journal
import Primitives
import Support
import Testing

@testable import SQLiteStore

@Suite("The stored journal") struct JournalTests {
    @Test("entries come back newest first, page by page") func pages() async throws {
        let folder = try TemporaryFolder()
        let database = try SQLiteDatabase.open(path: folder.path + "/a")
        let actor = JournalEntry.Actor(user: ID("ada"), origin: "192.0.2.1")
        try await database.write(.accounts) { db in
            for time in 1...5 {
                try JournalEntry(
                    at: Timestamp(milliseconds: Int64(time)), by: actor, "test.done",
                    JournalEntry.Subject(kind: "thing", id: "\(time)"), details: ["key": "va/lue"]
                ).append(to: db)
            }
        }
        let reader = SQLiteJournalReader(database)
        let first = try await reader.entries(.first(3))
        #expect(first.items.map { $0.subject?.id } == ["5", "4", "3"])
        #expect(first.items.first?.actor == actor)
        #expect(first.items.first?.details == ["key": "va/lue"])
        let second = try await reader.entries(PageRequest(limit: 3, cursor: first.next))
        #expect(second.items.map { $0.subject?.id } == ["2", "1"])
        #expect(second.next == nil)
    }

    @Test("no entry can be changed or removed", arguments: ["UPDATE journal SET action = 'x'", "DELETE FROM journal"])
    func appendOnly(sql: String) async throws {
        let folder = try TemporaryFolder()
        let database = try SQLiteDatabase.open(path: folder.path + "/a")
        try await database.write(.accounts) { db in
            try JournalEntry(at: Timestamp(milliseconds: 1), by: .gateway, "test.done").append(to: db)
        }
        await #expect(throws: DomainError.self) {
            try await database.write(.accounts) { try $0.execute(sql: sql) }
        }
        #expect(try await SQLiteJournalReader(database).entries(.first(9)).items.count == 1)
    }
}
