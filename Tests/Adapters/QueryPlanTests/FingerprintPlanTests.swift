import Primitives
import Testing

@testable import SQLiteStore

@Suite("Query plan of the search for similar recordings") struct FingerprintPlanTests {
    @Test("compares only recordings of about the same length", arguments: [LibraryScope.everything, .only(["l"])])
    func candidates(scope: LibraryScope) async throws {
        let plan = try await PlanDatabase().plan(SQLiteFingerprintStore.candidates(scope))
        #expect(plan.contains { $0.contains("track_fingerprint_by_duration") }, "\(plan)")
        #expect(!plan.contains { $0.hasPrefix("SCAN") && !$0.contains("json_each") }, "\(plan)")
    }

    @Test("walks only the pending tracks", arguments: [SQLiteAnalysisStore.pending, SQLiteAnalysisStore.pendingAmong])
    func pending(statement: String) async throws {
        let plan = try await PlanDatabase().plan(statement)
        #expect(!plan.contains { $0.hasPrefix("SCAN t") }, "\(plan)")
    }
}
