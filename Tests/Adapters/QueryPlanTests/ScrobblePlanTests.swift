import Primitives
import Testing

@testable import SQLiteStore

/// The outbox of plays is read through its indexes, however many plays wait.
@Suite("Query plans of pending plays") struct ScrobblePlanTests {
    private let database: PlanDatabase

    init() throws {
        database = try PlanDatabase()
    }

    private func check(_ sql: String, by index: String) async throws {
        let plan = try await database.plan(sql)
        #expect(plan.contains { $0.contains(index) }, "\(plan)")
        #expect(!plan.contains { $0.contains("TEMP B-TREE") || $0.contains("AUTOMATIC") }, "\(plan)")
    }

    @Test("the next ones come in order") func waiting() async throws {
        try await check(SQLiteScrobbleStore.waiting, by: "scrobble_waiting (account=? AND service=?)")
        try await check(SQLiteScrobbleStore.waitingCount, by: "(account=? AND service=?)")
    }

    @Test("expired ones are looked up") func overdue() async throws {
        try await check(SQLiteScrobbleStore.overdue, by: "scrobble_since (account=? AND service=? AND since<?)")
    }

    @Test("refused ones come in order") func refused() async throws {
        try await check(SQLiteScrobbleStore.refused, by: "scrobble_refused (account=? AND service=?)")
        try await check(SQLiteScrobbleStore.refusedCount, by: "scrobble_refused (account=? AND service=?)")
    }

    @Test("each link is checked for pending plays") func busy() async throws {
        try await check(ScrobbleTable.busy, by: "SEARCH s USING INDEX scrobble_since (account=? AND service=?)")
    }

    @Test("the history is walked in order", arguments: [LibraryScope.everything, .only(["l"])])
    func history(scope: LibraryScope) async throws {
        try await check(SQLiteScrobbleStore.history(scope), by: "play_history (account=? AND (played_at,id)<(?,?))")
    }
}
