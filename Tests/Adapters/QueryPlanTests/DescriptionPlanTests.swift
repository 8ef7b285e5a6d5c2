import Testing

@testable import SQLiteStore

/// The next artists and albums to look up are found in one pass, without sorting.
@Suite("Query plans of descriptions") struct DescriptionPlanTests {
    @Test(
        "descriptions are found by their key",
        arguments: [
            SQLiteDescriptionStore.dueArtists, SQLiteDescriptionStore.dueAlbums,
        ])
    func due(_ sql: String) async throws {
        let plan = try await PlanDatabase().plan(sql)
        #expect(plan.contains { $0.contains("SEARCH d USING PRIMARY KEY") }, "\(plan)")
        #expect(!plan.contains { $0.contains("AUTOMATIC") }, "\(plan)")
        #expect(plan.count { $0.hasPrefix("SCAN") } == 1, "\(plan)")
    }

    @Test("lookup progress is counted in one pass over artists and one over albums")
    func progress() async throws {
        let plan = try await PlanDatabase().plan(SQLiteDescriptionStore.progress)
        #expect(plan.count { $0.contains("SEARCH d USING PRIMARY KEY") } == 2, "\(plan)")
        #expect(!plan.contains { $0.contains("AUTOMATIC") || $0.contains("TEMP B-TREE") }, "\(plan)")
    }
}
