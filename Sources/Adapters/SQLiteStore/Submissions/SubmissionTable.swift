import Catalog
import Foundation
import GRDB
import Primitives
import Shelf
import Submissions

/// The stored submissions within one transaction.
struct SubmissionTable: SubmissionState {
    private let db: Database

    init(_ db: Database) {
        self.db = db
    }

    func submission(_ id: ID<Submission>, for caller: Principal) throws -> Submission {
        try SubmissionReader(db, for: caller).submission(id)
    }

    func stored(_ ids: [ID<Submission>]) throws -> [StoredSubmission] {
        try Row.fetchAll(db.cachedStatement(sql: Self.stored), arguments: [JSONList(ids.map(\.rawValue))]).compactMap {
            row in
            Submission.State(rawValue: row["state"]).map { state in
                StoredSubmission(
                    id: ID(row["id"]), submitter: (row["account"] as String?).map { ID($0) }, state: state,
                    library: (row["library"] as String?).map { ID($0) },
                    changedAt: Timestamp(milliseconds: row["changed_at"]))
            }
        }
    }

    func batch(_ batch: String, of person: ID<Person>?) throws -> [(id: ID<Submission>, state: Submission.State)] {
        try Row.fetchAll(db.cachedStatement(sql: Self.batch), arguments: [batch, person?.rawValue]).compactMap { row in
            Submission.State(rawValue: row["state"]).map { (ID(row["id"]), $0) }
        }
    }

    func moderators() throws -> [ID<Person>] {
        try String.fetchAll(db.cachedStatement(sql: Self.moderators)).map { ID($0) }
    }

    func hasLibrary(_ id: ID<Library>) throws -> Bool {
        try LibraryRecord.all(db).contains { $0.id == id }
    }

    func isTaken(_ path: LibraryPath, of library: ID<Library>) throws -> Bool {
        try Row.fetchOne(
            db.cachedStatement(sql: Self.destination),
            arguments: [library.rawValue, Data(path.folder), Data(path.name)]) != nil
    }

    func part(of track: ID<Track>) throws -> String? {
        try WishTable(db).part(of: .track(track))
    }

    func corrections(of track: ID<Track>) throws -> TrackEdit {
        try EditTable(db).edit(of: track)?.edit ?? TrackEdit()
    }

    var wishes: any WishState { WishTable(db) }

    static let stored = """
        SELECT s.id, s.account, s.state, s.library, s.changed_at
        FROM json_each(?) j CROSS JOIN submission s ON s.id = j.value
        """
    static let destination = """
        SELECT 1 FROM submission WHERE state = 'approving' AND library = ? AND folder = ? AND name = ?
        """
    static let batch = """
        SELECT id, state FROM submission INDEXED BY submission_by_batch WHERE batch = ? AND +account IS ?
        """
    private static let moderators = """
        SELECT id FROM account WHERE role IN ('moderator', 'admin') AND disabled = 0 ORDER BY id
        """
}

extension SubmissionTable {
    func execute(_ write: SubmissionWrite) throws {
        switch write {
        case .submit(let id, let instant):
            try run(
                """
                UPDATE submission SET state = 'pending', submitted_at = ?2, at = ?2, changed_at = ?2, reason = NULL,
                  failure = NULL, decided_by = NULL, decided_at = NULL, revision = revision + 1
                WHERE id = ?1
                """, [id.rawValue, instant.milliseconds])
        case .withdraw(let id, let instant):
            try run(
                "UPDATE submission SET state = 'withdrawn', changed_at = max(changed_at, ?2) WHERE id = ?1",
                [id.rawValue, instant.milliseconds])
        case .remove(let id):
            try run("DELETE FROM submission WHERE id = ?", [id.rawValue])
        case .removeAll(let ids):
            try run(
                "DELETE FROM submission WHERE id IN (SELECT value FROM json_each(?))", [JSONList(ids.map(\.rawValue))])
        case .edit(let id, let values, let instant):
            try run(
                """
                UPDATE submission SET form = ?2, words = ?3, note = ?4, wish = ?5, cover = ?6,
                  revision = revision + 1, changed_at = max(changed_at, ?7), failure = NULL
                WHERE id = ?1
                """,
                [
                    id.rawValue, try SubmissionReader.text(values.form), values.form.words, values.note,
                    values.wish?.rawValue, values.cover?.hex, instant.milliseconds,
                ])
        case .setCover(let cover, let id, let instant):
            try run(
                """
                UPDATE submission SET cover = ?2, revision = revision + 1, changed_at = max(changed_at, ?3)
                WHERE id = ?1
                """, [id.rawValue, cover?.hex, instant.milliseconds])
        case .reject(let id, let reason, let moderator, let instant):
            try run(
                """
                UPDATE submission SET state = 'rejected', reason = ?2, failure = NULL, decided_by = ?3,
                  decided_at = ?4, changed_at = max(changed_at, ?4)
                WHERE id = ?1
                """, [id.rawValue, reason, moderator.rawValue, instant.milliseconds])
        case .approve(let id, let library, let path, let moderator, let instant):
            try run(
                """
                UPDATE submission SET state = 'approving', reason = NULL, failure = NULL, decided_by = ?2,
                  decided_at = ?3, library = ?4, folder = ?5, name = ?6, changed_at = max(changed_at, ?3)
                WHERE id = ?1
                """,
                [
                    id.rawValue, moderator.rawValue, instant.milliseconds, library.rawValue, Data(path.folder),
                    Data(path.name),
                ])
        case .retarget(let id, let path):
            try run(
                "UPDATE submission SET folder = ?, name = ? WHERE id = ?",
                [Data(path.folder), Data(path.name), id.rawValue])
        case .giveUp(let id, let failure, let instant):
            try run(
                """
                UPDATE submission SET state = 'pending', failure = ?2, decided_by = NULL, decided_at = NULL,
                  library = NULL, folder = NULL, name = NULL, changed_at = max(changed_at, ?3)
                WHERE id = ?1
                """, [id.rawValue, failure, instant.milliseconds])
        case .finish(let id, let track, let instant):
            try run(
                """
                UPDATE submission SET state = 'approved', track = ?2, changed_at = max(changed_at, ?3) WHERE id = ?1
                """, [id.rawValue, track.rawValue, instant.milliseconds])
        case .correct(let record):
            let edits = EditTable(db)
            try edits.save(record.after, of: record.track, file: record.file)
            try edits.append(record)
        case .wish(let write):
            try WishTable(db).execute(write)
        }
    }

    private func run(_ sql: String, _ arguments: StatementArguments) throws {
        try db.cachedStatement(sql: sql).execute(arguments: arguments)
    }
}

extension Submission.State {
    /// The states as the list of an SQL condition.
    static func list(_ states: [Self]) -> String {
        states.map { "'\($0.rawValue)'" }.joined(separator: ", ")
    }
}
