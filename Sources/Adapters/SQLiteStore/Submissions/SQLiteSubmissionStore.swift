package import Analysis
package import Primitives
package import Catalog
import Foundation
import GRDB
package import Journal
import Messaging
package import Submissions

/// Submissions in SQLite.
package struct SQLiteSubmissionStore: SubmissionStore, BlobUser {
    let database: SQLiteDatabase

    package init(_ database: SQLiteDatabase) {
        self.database = database
    }

    package func submission(_ id: ID<Submission>, for caller: Principal) async throws -> Submission {
        try await database.read { try SubmissionReader($0, for: caller).submission(id) }
    }

    package func own(
        _ query: SubmissionQuery, for caller: Principal, _ page: PageRequest
    ) async throws -> Page<Submission> {
        try await list(query, ofCaller: true, for: caller, page)
    }

    package func queue(
        _ query: SubmissionQuery, for caller: Principal, _ page: PageRequest
    ) async throws -> Page<Submission> {
        try await list(query, ofCaller: false, for: caller, page)
    }

    private func list(
        _ query: SubmissionQuery, ofCaller isOwn: Bool, for caller: Principal, _ page: PageRequest
    ) async throws -> Page<Submission> {
        let list = KeysetList(
            name: "submissions.\(isOwn ? "own" : "queue").\(query.isDescending ? "newest" : "oldest")",
            columns: [.integer, .text])
        let position = try list.position(page.cursor)
        return try await database.read { db in
            let found = try SubmissionReader(db, for: caller).page(
                query, ofCaller: isOwn, after: position, limit: page.limit + 1)
            return list.page(found, limit: page.limit) {
                [.integer(($0.submittedAt ?? $0.createdAt).milliseconds), .text($0.id.rawValue)]
            }
        }
    }

    package func analysis(of id: ID<Submission>) async throws -> AnalyzedSound? {
        try await database.read { db in
            try Data.fetchOne(
                db, sql: "SELECT sound FROM submission_analysis WHERE submission = ?", arguments: [id.rawValue]
            ).flatMap { AnalyzedSound(bytes: $0) }
        }
    }

    package func pendingCount() async throws -> Int {
        try await database.read {
            try Int.fetchOne($0, sql: "SELECT count(*) FROM submission WHERE state = 'pending'") ?? 0
        }
    }

    package func edit<Outcome: Sendable>(
        _ decide: @escaping @Sendable (any SubmissionState) throws -> (Changes<SubmissionWrite>?, Outcome)
    ) async throws -> Outcome {
        try await database.write(.submissions) { db in
            let submissions = SubmissionTable(db)
            let (changes, outcome) = try decide(submissions)
            try changes?.write(to: db, submissions.execute)
            return outcome
        }
    }

    package func libraries(for caller: Principal) async throws -> [Library] {
        try await database.read { db in
            try LibraryRecord.all(db).filter { caller.libraries.admits(library: $0.id.rawValue) }
        }
    }

    package func release(unusedSince instant: Timestamp) async throws {}

    package func blobsInUse() async throws -> Set<BlobKey> {
        try await database.read { db in
            let keys = try String.fetchAll(
                db,
                sql: """
                    SELECT cover FROM submission WHERE cover IS NOT NULL
                    UNION SELECT file_cover FROM submission WHERE file_cover IS NOT NULL
                    """)
            return Set(keys.compactMap(BlobKey.init(hex:)))
        }
    }
}
