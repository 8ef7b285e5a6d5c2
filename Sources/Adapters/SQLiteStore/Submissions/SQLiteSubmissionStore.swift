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
        try await database.read { try SubmissionTable($0, for: caller).submission(id) }
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
            let found = try SubmissionTable(db, for: caller).page(
                query, ofCaller: isOwn, after: position, limit: page.limit + 1)
            return list.page(found, limit: page.limit) {
                [.integer(($0.submittedAt ?? $0.createdAt).milliseconds), .text($0.id.rawValue)]
            }
        }
    }

    package func pendingCount() async throws -> Int {
        try await database.read {
            try Int.fetchOne($0, sql: "SELECT count(*) FROM submission WHERE state = 'pending'") ?? 0
        }
    }

    package func edit(
        _ id: ID<Submission>, _ change: SubmissionChange, for caller: Principal, at instant: Timestamp,
        journal entry: JournalEntry
    ) async throws {
        try await database.write(.submissions) { db in
            try Self.edit(id, at: change.revision, change, for: caller, db, at: instant)
            try entry.append(to: db)
        }
    }

    package func setCover(
        _ cover: BlobKey?, of id: ID<Submission>, for caller: Principal, at instant: Timestamp,
        journal entry: JournalEntry
    ) async throws {
        try await database.write(.submissions) { db in
            let submission = try Self.editable(id, caller, db)
            try db.execute(
                sql: """
                    UPDATE submission SET cover = ?, revision = revision + 1, changed_at = max(changed_at, ?)
                    WHERE id = ?
                    """, arguments: [cover?.hex, instant.milliseconds, id.rawValue])
            try entry.append(to: db)
            try Self.tell(submission, submission.state, db, at: instant)
        }
    }

    package func submit(
        _ id: ID<Submission>, for caller: Principal, at instant: Timestamp, journal entry: JournalEntry
    ) async throws {
        try await database.write(.submissions) { db in
            let submission = try Self.owned(id, caller, db)
            switch submission.state {
            case .draft, .rejected, .withdrawn: break
            case .pending, .approving, .approved: throw DomainError.wrongState(submission.state)
            }
            try SubmissionWriter(db, at: instant).takeBackArrival(id)
            try SubmissionWriter(db, at: instant).submit(id, of: caller.user)
            try entry.append(to: db)
        }
    }

    package func withdraw(
        _ id: ID<Submission>, for caller: Principal, at instant: Timestamp, journal entry: JournalEntry
    ) async throws {
        try await database.write(.submissions) { db in
            let submission = try Self.owned(id, caller, db)
            guard submission.state == .pending else { throw DomainError.wrongState(submission.state) }
            try db.execute(
                sql: "UPDATE submission SET state = 'withdrawn', changed_at = max(changed_at, ?) WHERE id = ?",
                arguments: [instant.milliseconds, id.rawValue])
            try SubmissionWriter(db, at: instant).takeBackArrival(id)
            try entry.append(to: db)
            try Self.tell(submission, .withdrawn, db, at: instant)
        }
    }

    package func remove(_ id: ID<Submission>, for caller: Principal, journal entry: JournalEntry) async throws {
        try await database.write(.submissions) { db in
            let submission = try Self.owned(id, caller, db)
            switch submission.state {
            case .draft, .rejected, .withdrawn: break
            case .pending, .approving, .approved: throw DomainError.wrongState(submission.state)
            }
            try db.execute(sql: "DELETE FROM submission WHERE id = ?", arguments: [id.rawValue])
            try NotificationDraft.takeBack(about: id.rawValue, in: db)
            try entry.append(to: db)
            try SubmissionWriter(db, at: entry.at).tell(
                id, nil, of: caller.user, moderators: submission.state == .rejected)
        }
    }

    package func reject(
        _ id: ID<Submission>, reason: String, for caller: Principal, at instant: Timestamp, journal entry: JournalEntry
    ) async throws {
        try await database.write(.submissions) { db in
            let submission = try Self.pending(id, caller, db)
            try db.execute(
                sql: """
                    UPDATE submission SET state = 'rejected', reason = ?2, failure = NULL, decided_by = ?3, decided_at = ?4,
                      changed_at = max(changed_at, ?4)
                    WHERE id = ?1
                    """, arguments: [id.rawValue, reason, caller.user.rawValue, instant.milliseconds])
            let writer = SubmissionWriter(db, at: instant)
            try writer.takeBackArrival(id)
            if let giver = submission.giver {
                try NotificationDraft(
                    to: giver.id, .submissionRejected, by: caller.user, about: NotificationSubject(.submission, id),
                    title: submission.form.title, text: reason, topic: "rejected:\(id):\(submission.revision)"
                ).deliver(in: db, at: instant)
            }
            try entry.append(to: db)
            try Self.tell(submission, .rejected, db, at: instant)
        }
    }

    package func claim(
        _ id: ID<Submission>, revision: Int?, to library: ID<Library>, _ path: LibraryPath, for caller: Principal,
        at instant: Timestamp, journal entry: JournalEntry
    ) async throws -> Bool {
        try await database.write(.submissions) { db in
            let submission = try Self.pending(id, caller, db)
            if let revision, revision != submission.revision { throw DomainError.editedSubmission }
            // The library may have been removed since it was looked up.
            guard try LibraryRecord.all(db).contains(where: { $0.id == library }) else {
                throw DomainError.noSuchLibrary
            }
            guard try Self.isFree(path, of: library, db) else { return false }
            try db.execute(
                sql: """
                    UPDATE submission SET state = 'approving', reason = NULL, failure = NULL, decided_by = ?2,
                      decided_at = ?3, library = ?4, folder = ?5, name = ?6, changed_at = max(changed_at, ?3)
                    WHERE id = ?1
                    """,
                arguments: [
                    id.rawValue, caller.user.rawValue, instant.milliseconds, library.rawValue, Data(path.folder),
                    Data(path.name),
                ])
            try SubmissionWriter(db, at: instant).takeBackArrival(id)
            try entry.append(to: db)
            try Self.tell(submission, .approving, db, at: instant)
            return true
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

    /// Whether no other submission is on its way to the path. The file system itself detects existing files.
    static func isFree(_ path: LibraryPath, of library: ID<Library>, _ db: Database) throws -> Bool {
        try Bool.fetchOne(
            db,
            sql: """
                SELECT NOT EXISTS (SELECT 1 FROM submission
                  WHERE state = 'approving' AND library = ? AND folder = ? AND name = ?)
                """, arguments: [library.rawValue, Data(path.folder), Data(path.name)]) ?? false
    }

    /// Pending submissions can be edited by everyone who sees them: moderators and their submitter. Drafts, rejected
    /// and withdrawn ones can be edited by their submitter only.
    static func editable(_ id: ID<Submission>, _ caller: Principal, _ db: Database) throws -> Submission {
        let submission = try SubmissionTable(db, for: caller).submission(id)
        switch submission.state {
        case .pending: return submission
        case .draft, .rejected, .withdrawn:
            guard submission.giver?.id == caller.user else { throw DomainError.wrongState(submission.state) }
            return submission
        case .approving, .approved: throw DomainError.wrongState(submission.state, by: submission.decidedBy?.name)
        }
    }

    private static func owned(_ id: ID<Submission>, _ caller: Principal, _ db: Database) throws -> Submission {
        let submission = try SubmissionTable(db, for: caller).submission(id)
        guard submission.giver?.id == caller.user else {
            throw DomainError(.forbidden, "Only its giver may do this", reason: "not_your_submission")
        }
        return submission
    }

    private static func pending(_ id: ID<Submission>, _ caller: Principal, _ db: Database) throws -> Submission {
        let submission = try SubmissionTable(db, for: caller).submission(id)
        guard submission.state == .pending else {
            throw DomainError.wrongState(submission.state, by: submission.decidedBy?.name)
        }
        return submission
    }

    static func tell(
        _ submission: Submission, _ state: Submission.State, _ db: Database, at instant: Timestamp
    ) throws {
        try SubmissionWriter(db, at: instant).tell(
            submission.id, state, of: submission.giver?.id,
            moderators: Submission.State.seen.contains(submission.state) || Submission.State.seen.contains(state))
    }
}
