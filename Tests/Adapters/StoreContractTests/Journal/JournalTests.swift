import Accounts
import Journal
import Primitives
import StoreFixtures
import Testing

@Suite("The stored journal") struct JournalTests {
    @Test("entries come back newest first, page by page") func pages() async throws {
        let engine = try Engine.sqlite()
        let actor = JournalEntry.Actor(user: ID("ada"), origin: "192.0.2.1")
        try await engine.accounts.record(
            (1...5).map { time in
                JournalEntry(
                    at: Timestamp(milliseconds: Int64(time)), by: actor, "test.done",
                    JournalEntry.Subject(kind: "thing", id: "\(time)"), details: ["key": "va/lue"])
            })
        let first = try await engine.journal.entries(.everything, .first(3))
        #expect(first.items.map { $0.subject?.id } == ["5", "4", "3"])
        #expect(first.items.first?.actor == actor)
        #expect(first.items.first?.details == ["key": "va/lue"])
        let second = try await engine.journal.entries(.everything, PageRequest(limit: 3, cursor: first.next))
        #expect(second.items.map { $0.subject?.id } == ["2", "1"])
        #expect(second.next == nil)
    }
}
