package import Analysis
package import Primitives
package import Catalog
import Foundation
import GRDB
package import Journal
import Messaging
import Shelf
package import Submissions

/// Submissions in SQLite.
package struct SQLiteSubmissionStore: SubmissionStore, BlobUser {
    let database: SQLiteDatabase

    package init(_ database: SQLiteDatabase) {
        self.database = database
    }

    package func submission(_ id: ID<Submission>, for caller: Principal) async throws -> Submission {
        try await database.read { try SubmissionReader(db: $0, caller: caller).submission(id) }
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
        let part = try list.part(page)
        return try await database.read { db in
            let found = try SubmissionReader(db: db, caller: caller).submissions(query, ofCaller: isOwn, part)
            return part.page(found) { ($0.submittedAt ?? $0.createdAt, $0.id) }
        }
    }

    package func analysis(of id: ID<Submission>) async throws -> AnalyzedSound? {
        try await database.read { db in
            let sound: Data? = try db.value("SELECT sound FROM submission_analysis WHERE submission = ?", [id])
            return sound.flatMap { AnalyzedSound(bytes: $0) }
        }
    }

    package func pendingCount() async throws -> Int {
        try await database.read { try $0.value("SELECT count(*) FROM submission WHERE state = 'pending'") ?? 0 }
    }

    package func edit<Outcome: Sendable>(
        _ decide: @escaping Decision<any SubmissionState, SubmissionWrite, Outcome>
    ) async throws -> Outcome {
        try await database.edit(.submissions, SubmissionTable.self, decide)
    }

    package func libraries(for caller: Principal) async throws -> [Library] {
        try await database.read { db in
            try LibraryRecord.all(db).filter { caller.libraries.admits(library: $0.id.rawValue) }
        }
    }

    package func pendingMoves() async throws -> [PendingMove] {
        try await database.read { db in
            try db.rows(Self.pendingMoves).compactMap { row in
                guard let path = KnownFolderReader.path(row) else { return nil }
                return PendingMove(
                    id: row["id"], library: row["library"], root: [UInt8](row["root"] as Data? ?? Data()), path: path,
                    size: row["size"], digest: [UInt8](row["digest"] as Data))
            }
        }
    }

    package func filesToRemove() async throws -> [ID<Submission>] {
        try await database.read { db in
            try db.values("SELECT id FROM submission WHERE state = 'approved' AND is_kept = 1 LIMIT 1000")
        }
    }

    package func forgetFile(of id: ID<Submission>) async throws {
        try await database.write(.submissions) { db in
            try db.run("UPDATE submission SET is_kept = 0 WHERE id = ? AND state = 'approved'", [id])
        }
    }

    package func old(untouchedSince instant: Timestamp) async throws -> AbandonedSubmissions {
        try await database.read { db in
            AbandonedSubmissions(
                owners: try db.owners(
                    """
                    SELECT id, account FROM submission
                    WHERE state IN (\(Submission.State.list(Submission.State.dormant))) AND changed_at < ?
                    """, [instant]), total: try db.value("SELECT count(*) FROM submission") ?? 0)
        }
    }

    package func needed(_ ids: [ID<Submission>]) async throws -> Set<ID<Submission>> {
        try await database.read { db in
            try db.valueSet(
                """
                SELECT u.id FROM json_each(?1) j CROSS JOIN upload u ON u.id = j.value WHERE u.state <> 'refused'
                UNION SELECT s.id FROM json_each(?1) j CROSS JOIN submission s ON s.id = j.value WHERE s.is_kept = 1
                UNION SELECT l.id FROM json_each(?1) j CROSS JOIN link_import l ON l.id = j.value WHERE l.state = 'fetching'
                """, [JSONList(ids)])
        }
    }

    package func blobsInUse() async throws -> Set<BlobKey> {
        try await database.read { db in
            try db.blobKeys(
                """
                SELECT cover FROM submission WHERE cover IS NOT NULL
                UNION SELECT file_cover FROM submission WHERE file_cover IS NOT NULL
                """)
        }
    }

    static let pendingMoves = """
        SELECT s.id, l.id AS library, s.folder, s.name, s.size, s.digest, l.path AS root
        FROM submission s LEFT JOIN library l ON l.id = s.library AND l.removed_at IS NULL
        WHERE s.state = 'approving' ORDER BY s.at, s.id LIMIT 500
        """
}

/// The rows of submissions as one user sees them.
struct SubmissionReader {
    let db: Database
    let caller: Principal

    /// Throws `notFound` if there is no such submission.
    func submission(_ id: ID<Submission>) throws -> Submission {
        guard let row = try db.row(Self.one, [id]) else { throw DomainError.noSubmission }
        var submission = try submission(row)
        guard submission.isSeen(by: caller) else { throw DomainError.noSubmission }
        submission.alike = try SubmissionSoundTable(db).alike([submission], for: caller)[id] ?? []
        return submission
    }

    func submissions(_ query: SubmissionQuery, ofCaller isOwn: Bool, _ part: ListPart) throws -> [Submission] {
        var arguments = part.arguments
        if let submitter = isOwn ? caller.user : query.submitter { arguments += ["submitter": submitter] }
        if let state = query.state { arguments += ["state": state.rawValue] }
        if let batch = query.batch { arguments += ["batch": batch] }
        let words = SearchText.words(query.text ?? "").split(separator: " ").prefix(SubmissionQuery.mostWords)
        for (index, word) in words.enumerated() { arguments += ["word\(index)": String(word)] }
        let sql = Self.page(query, ofCaller: isOwn, isFirst: part.isFirst, words: words.count)
        var found = try db.rows(sql, arguments).map(submission)
        let alike = try SubmissionSoundTable(db).alike(found, for: caller)
        for index in found.indices { found[index].alike = alike[found[index].id] ?? [] }
        return found
    }

    private func submission(_ row: Row) throws -> Submission {
        let library: String? = row["library"]
        let part: String? = row["part"]
        let isSeen = (part ?? library).map { caller.libraries.admits(library: $0) } ?? false
        return Submission(
            id: row["id"], submitter: row.person(inRole: "giver"), batch: row["batch"],
            state: Submission.State(rawValue: row["state"]) ?? .withdrawn, revision: row["revision"],
            fileName: row["file_name"], size: row["size"], digest: [UInt8](row["digest"] as Data), audio: row.audio,
            form: try StoredJSON.value(row["form"]), cover: row.blobKey("cover") ?? row.blobKey("file_cover"),
            hasCustomCover: (row["cover"] as String?) != nil, note: row["note"], wish: row["wish"],
            reason: row["reason"], failure: row["failure"],
            decidedBy: row.person(inRole: "decider"), decidedAt: row["decided_at"],
            library: isSeen ? library.map { .init(id: ID($0), name: row["library_name"] ?? "") } : nil,
            path: isSeen ? KnownFolderReader.path(row) : nil, track: isSeen ? row["track"] : nil,
            createdAt: row["created_at"], submittedAt: row["submitted_at"], changedAt: row["changed_at"])
    }

    private static let columns = """
        s.id, s.batch, s.state, s.revision, s.file_name, s.size, s.digest, s.media_type, s.codec, s.duration_ms, s.bitrate,
          s.sample_rate, s.channels, s.bit_depth, s.form, s.cover, s.file_cover, s.note, s.wish, s.reason, s.failure,
          s.decided_at, s.library, t.part, s.folder, s.name, s.track, s.created_at, s.submitted_at, s.changed_at, s.at,
          g.id AS giver, g.display_name AS giver_name, g.picture AS giver_picture,
          d.id AS decider, d.display_name AS decider_name, d.picture AS decider_picture, l.name AS library_name
        """
    private static let joins = """
        LEFT JOIN account g ON g.id = s.account LEFT JOIN account d ON d.id = s.decided_by
        LEFT JOIN library l ON l.id = s.library LEFT JOIN track t ON t.id = s.track
        """
    static let one = "SELECT \(columns) FROM submission s \(joins) WHERE s.id = ?"

    /// Walks the index of the most selective filter in its order. The other filters are checked on each row.
    static func page(_ query: SubmissionQuery, ofCaller isOwn: Bool, isFirst: Bool, words: Int) -> String {
        let index: String
        var conditions: [String] = []
        let hasSubmitter = isOwn || query.submitter != nil
        if query.batch != nil {
            index = "submission_by_batch"
            conditions.append("s.batch = :batch")
            if hasSubmitter { conditions.append("+s.account = :submitter") }
            if query.state != nil { conditions.append("+s.state = :state") }
        } else if hasSubmitter {
            index = "submission_of_account"
            conditions.append("s.account = :submitter")
            if query.state != nil { conditions.append("+s.state = :state") }
        } else if query.state != nil {
            index = "submission_by_state"
            conditions.append("s.state = :state")
        } else {
            index = "submission_by_date"
        }
        if !isOwn { conditions.append("s.state IN (\(Submission.State.list(Submission.State.seen)))") }
        for word in 0..<words { conditions.append("instr(s.words, :word\(word)) > 0") }
        let descending = query.isDescending ? " DESC" : ""
        if !isFirst { conditions.append("(s.at, s.id) \(query.isDescending ? "<" : ">") (:after0, :after1)") }
        return """
            SELECT \(columns) FROM submission s INDEXED BY \(index) \(joins)
            WHERE \(conditions.isEmpty ? "true" : conditions.joined(separator: " AND "))
            ORDER BY s.at\(descending), s.id\(descending) LIMIT :limit
            """
    }
}
