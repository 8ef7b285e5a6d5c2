import Primitives
import Submissions
import Testing

@testable import SQLiteStore

/// The moderators' queue and a user's own submissions come in index order.
@Suite("Query plans of submissions") struct SubmissionPlanTests {
    private let database: PlanDatabase

    init() throws {
        database = try PlanDatabase()
    }

    @Test("lists", arguments: [true, false], [true, false])
    func lists(isOwn: Bool, isDescending: Bool) async throws {
        let batch = "0190aaaa-0000-7000-8000-000000000000"
        for (state, submitter, batch, index) in [
            (nil, nil, nil, isOwn ? "submission_of_account" : "submission_by_date"),
            (.pending, nil, nil, isOwn ? "submission_of_account" : "submission_by_state"),
            (.pending, ID<Person>("p"), nil, "submission_of_account"), (nil, nil, batch, "submission_by_batch"),
        ] as [(Submission.State?, ID<Person>?, String?, String)] {
            let query = SubmissionQuery(state: state, submitter: submitter, batch: batch, isDescending: isDescending)
            for (isFirst, words) in [(true, 0), (false, 2)] {
                let sql = SubmissionReader.page(query, ofCaller: isOwn, isFirst: isFirst, words: words)
                let plan = try await database.plan(sql)
                #expect(plan.contains { $0.contains("s USING INDEX \(index)") }, "\(plan)")
                #expect(!plan.contains { $0.contains("TEMP B-TREE") }, "\(plan)")
            }
        }
    }

    @Test(
        "processing steps",
        arguments: [
            (UploadTable.nextToCheck, "upload_by_state"), (UploadTable.own, "upload_of_account"),
            (SQLiteSubmissionStore.pendingMoves, "submission_by_state"),
            (SubmissionArrivals.expected, "submission_underway"), (SubmissionTable.batch, "submission_by_batch"),
            (TrackDetailsReader.submitter, "submission_by_track"),
        ])
    func steps(sql: String, index: String) async throws {
        let plan = try await database.plan(sql)
        #expect(plan.contains { $0.contains(index) }, "\(plan)")
    }
}
