package import Primitives
import GRDB
package import Journal
package import Submissions

/// Changing what submissions are said to be, one alone and the pieces of an album together.
extension SQLiteSubmissionStore {
    package func editAll(
        _ versions: [(id: ID<Submission>, revision: Int?)], _ change: SubmissionChange, cover: SharedCover?,
        for caller: Principal, at instant: Timestamp, journal entry: @Sendable (ID<Submission>) -> JournalEntry
    ) async throws {
        let entries = versions.map { entry($0.id) }
        try await database.write(.submissions) { db in
            let picture: BlobKey? =
                switch cover {
                case nil, .own: nil
                case .of(let source): try Self.cover(of: source, for: caller, db)
                }
            for (version, entry) in zip(versions, entries) {
                try Self.edit(version.id, at: version.revision, change, for: caller, db, at: instant)
                if cover != nil {
                    try db.execute(
                        sql: "UPDATE submission SET cover = ? WHERE id = ?",
                        arguments: [picture?.hex, version.id.rawValue])
                }
                try entry.append(to: db)
            }
        }
    }

    private static func cover(of id: ID<Submission>, for caller: Principal, _ db: Database) throws -> BlobKey {
        guard let cover = try SubmissionTable(db, for: caller).submission(id).cover else {
            throw DomainError.invalid("That one has no cover", field: "coverFrom")
        }
        return cover
    }

    /// - Parameter revision: nil changes whatever is there.
    static func edit(
        _ id: ID<Submission>, at revision: Int?, _ change: SubmissionChange, for caller: Principal, _ db: Database,
        at instant: Timestamp
    ) throws {
        let submission = try editable(id, caller, db)
        if let revision, revision != submission.revision { throw DomainError.editedSubmission }
        let note = try change.tidyNote()
        let form = try change.applied(to: submission.form)
        let wish = change.wish ?? submission.wish
        if let wish, wish != submission.wish {
            let isThere = try Bool.fetchOne(
                db, sql: "SELECT EXISTS (SELECT 1 FROM wish WHERE id = ?)", arguments: [wish.rawValue])
            guard isThere == true else { throw DomainError.noSuchWish }
        }
        try db.execute(
            sql: """
                UPDATE submission SET form = ?, words = ?, note = ?, wish = ?, revision = revision + 1,
                  changed_at = max(changed_at, ?), failure = NULL
                WHERE id = ?
                """,
            arguments: [
                try SubmissionTable.text(form), form.words, note ?? submission.note, wish?.rawValue,
                instant.milliseconds, id.rawValue,
            ])
        try tell(submission, submission.state, db, at: instant)
    }
}
