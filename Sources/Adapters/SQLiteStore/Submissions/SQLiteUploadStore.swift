import GRDB
package import Journal
package import Primitives
package import Submissions

/// Uploads in SQLite.
package struct SQLiteUploadStore: UploadStore {
    private let database: SQLiteDatabase

    package init(_ database: SQLiteDatabase) {
        self.database = database
    }

    package func edit<Outcome: Sendable>(
        _ decide: @escaping Decision<any UploadState, UploadWrite, Outcome>
    ) async throws -> Outcome {
        try await database.edit(.submissions, UploadTable.self, decide)
    }

    package func upload(_ id: ID<Submission>, for caller: Principal) async throws -> Upload {
        try await database.read { db in
            guard let upload = try UploadTable(db).upload(id), upload.account == caller.user else {
                throw DomainError.noUpload
            }
            return upload
        }
    }

    package func uploads(for caller: Principal) async throws -> [Upload] {
        try await database.read { try $0.rows(UploadTable.own, [caller.user]).map(UploadTable.upload) }
    }

    package func used(by caller: Principal) async throws -> Int64 {
        try await database.read { try UploadTable($0).used(by: caller.user) }
    }

    package func outstanding() async throws -> Int64 {
        try await database.read { try $0.value(UploadTable.outstanding) ?? 0 }
    }

    package func waitingCount() async throws -> Int {
        try await database.read { try $0.value(UploadTable.checking) ?? 0 }
    }

    package func nextToCheck(after last: ID<Submission>?) async throws -> Upload? {
        try await database.read { try $0.row(UploadTable.nextToCheck, [last ?? ""]).map(UploadTable.upload) }
    }

    package func abandoned(untouchedSince instant: Timestamp) async throws -> AbandonedSubmissions {
        try await database.read { db in
            AbandonedSubmissions(
                owners: try db.owners(
                    "SELECT id, account FROM upload WHERE state <> 'checking' AND touched_at < ?", [instant]),
                total: try db.value("SELECT count(*) FROM upload") ?? 0)
        }
    }
}
