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
        _ decide: @escaping @Sendable (any UploadState) throws -> (Changes<UploadWrite>?, Outcome)
    ) async throws -> Outcome {
        try await database.write(.submissions) { db in
            let uploads = UploadTable(db)
            let (changes, outcome) = try decide(uploads)
            try changes?.write(to: db, uploads.execute)
            return outcome
        }
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
        try await database.read { db in
            try Row.fetchAll(db, sql: UploadTable.own, arguments: [caller.user.rawValue]).map(UploadTable.upload)
        }
    }

    package func used(by caller: Principal) async throws -> Int64 {
        try await database.read { try UploadTable($0).used(by: caller.user) }
    }

    package func outstanding() async throws -> Int64 {
        try await database.read { db in
            try Int64.fetchOne(db, sql: UploadTable.outstanding) ?? 0
        }
    }

    package func waitingCount() async throws -> Int {
        try await database.read { try Int.fetchOne($0, sql: UploadTable.checking) ?? 0 }
    }

    package func nextToCheck(after last: ID<Submission>?) async throws -> Upload? {
        try await database.read { db in
            try Row.fetchOne(db, sql: UploadTable.nextToCheck, arguments: [last?.rawValue ?? ""])
                .map(UploadTable.upload)
        }
    }

    package func abandoned(untouchedSince instant: Timestamp) async throws -> AbandonedSubmissions {
        try await database.read { db in
            let rows = try Row.fetchAll(
                db,
                sql: """
                    SELECT id, account FROM upload
                    WHERE state <> 'checking' AND touched_at < ?
                    """, arguments: [instant.milliseconds])
            let owners = rows.map { row -> (ID<Submission>, ID<Person>?) in
                (ID(row["id"]), (row["account"] as String?).map { ID($0) })
            }
            return AbandonedSubmissions(
                owners: Dictionary(uniqueKeysWithValues: owners),
                total: try Int.fetchOne(db, sql: "SELECT count(*) FROM upload") ?? 0)
        }
    }
}
