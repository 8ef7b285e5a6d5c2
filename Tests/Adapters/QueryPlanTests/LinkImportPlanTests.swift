import Testing

@testable import SQLiteStore

@Suite("Query plans of imports by link") struct LinkImportPlanTests {
    @Test(
        "walk an index, in its order",
        arguments: [
            (LinkImportTable.own, "link_import_of_account"), (LinkImportTable.next, "link_import_by_state"),
            (LinkImportTable.next, "link_import_fetching"), (LinkImportTable.waiting, "link_import_of_account"),
            (LinkImportTable.ended, "link_import_ended"), (UploadTable.used, "link_import_fetching"),
        ])
    func plan(sql: String, index: String) async throws {
        let plan = try await PlanDatabase().plan(sql)
        #expect(plan.contains { $0.contains(index) }, "\(plan)")
        #expect(
            !plan.contains { $0.contains("TEMP B-TREE") || ($0.hasPrefix("SCAN") && $0 != "SCAN CONSTANT ROW") },
            "\(plan)")
    }
}
