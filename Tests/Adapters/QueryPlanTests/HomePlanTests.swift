import Primitives
import Testing

@testable import SQLiteStore

/// The home screen reads short parts of indexes, however large the tables are.
@Suite("Query plans of the home screen") struct HomePlanTests {
    private static let scopes = [LibraryScope.everything, .only(["l"])]
    private let database: PlanDatabase

    init() throws {
        database = try PlanDatabase()
    }

    private func check(_ sql: String, by index: String, sorts: Bool = false) async throws {
        let plan = try await database.plan(sql)
        #expect(plan.contains { $0.contains(index) }, "\(plan)")
        if !sorts { #expect(!plan.contains { $0.contains("TEMP B-TREE") }, "\(plan)") }
        #expect(!plan.contains { $0.contains("AUTOMATIC") }, "\(plan)")
        let walked = plan.filter { $0.hasPrefix("SCAN") }
        #expect(
            walked.allSatisfy { line in ["SCAN p", "SCAN d", "SCAN s", "json_each"].contains { line.contains($0) } },
            "\(plan)")
    }

    @Test("habits come from the latest plays", arguments: scopes) func habits(scope: LibraryScope) async throws {
        try await check(SQLiteHomeStore.habits(scope), by: "play_history (account=? AND played_at>?)")
    }

    @Test("the most played items come in order", arguments: scopes) func forgotten(scope: LibraryScope) async throws {
        try await check(SQLiteHomeStore.forgotten(scope), by: "album_play_most (account=? AND plays>?)")
    }

    @Test("a day of each year is looked up", arguments: scopes) func played(scope: LibraryScope) async throws {
        try await check(SQLiteHomeStore.played(scope), by: "play_own_day (account=? AND day=?)", sorts: true)
    }

    @Test("the group's plays come in order", arguments: scopes) func popular(scope: LibraryScope) async throws {
        try await check(SQLiteHomeStore.popular(scope), by: "listening_tally_most")
    }
}
