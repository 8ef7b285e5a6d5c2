import Accounts
import Journal
import Primitives
import StoreFixtures
import Testing

@Suite("The journal's triggers") struct JournalTriggerTests {
    @Test("no entry can be changed or removed", arguments: ["UPDATE journal SET action = 'x'", "DELETE FROM journal"])
    func appendOnly(sql: String) async throws {
        let engine = try Engine.sqlite()
        let entry = JournalEntry(at: Timestamp(milliseconds: 1), by: .gateway, "test.done")
        try await engine.accounts.record([entry])
        let raw = try RawDatabase(engine)
        #expect(throws: (any Error).self) { try raw.change(sql) }
        #expect(try await engine.journal.entries(.everything, .first(9)).items.map(\.action) == ["test.done"])
    }
}
