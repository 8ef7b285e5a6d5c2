import Primitives
import Testing

@testable import SQLiteStore

@Suite("The plan of what looks for recordings") struct FingerprintPlanTests {
    @Test("compares only what is about as long", arguments: [LibraryScope.everything, .only(["l"])])
    func candidates(scope: LibraryScope) async throws {
        let plan = try await PlanDatabase().plan(SQLiteFingerprintStore.candidates(scope))
        #expect(plan.contains { $0.contains("track_fingerprint_by_duration") }, "\(plan)")
        #expect(!plan.contains { $0.hasPrefix("SCAN") && !$0.contains("json_each") }, "\(plan)")
    }

    @Test("takes what is due in its order") func due() async throws {
        let plan = try await PlanDatabase().plan(SQLiteFingerprintStore.due)
        #expect(!plan.contains { $0.contains("TEMP B-TREE") }, "\(plan)")
        #expect(plan.contains { $0.contains("SEARCH t USING INTEGER PRIMARY KEY") }, "\(plan)")
    }
}
