import Catalog
import Foundation
import GRDB
import Primitives
import Shelf
import Submissions

/// The stored submissions within one transaction.
struct SubmissionTable: SubmissionState, EditedTable {
    let db: Database

    func submission(_ id: ID<Submission>, for caller: Principal) throws -> Submission {
        try SubmissionReader(db: db, caller: caller).submission(id)
    }

    func stored(_ ids: [ID<Submission>]) throws -> [StoredSubmission] {
        try db.rows(Self.stored, [JSONList(ids)]).compactMap { row in
            Submission.State(rawValue: row["state"]).map { state in
                StoredSubmission(
                    id: row["id"], submitter: row["account"], state: state, library: row["library"],
                    changedAt: row["changed_at"])
            }
        }
    }

    func batch(_ batch: String, of person: ID<Person>?) throws -> [(id: ID<Submission>, state: Submission.State)] {
        try db.rows(Self.batch, [batch, person]).compactMap { row in
            Submission.State(rawValue: row["state"]).map { (ID(row["id"]), $0) }
        }
    }

    func moderators() throws -> [ID<Person>] {
        try db.values(Self.moderators)
    }

    func hasLibrary(_ id: ID<Library>) throws -> Bool {
        try LibraryRecord.all(db).contains { $0.id == id }
    }

    func isTaken(_ path: LibraryPath, of library: ID<Library>) throws -> Bool {
        try db.exists(Self.destination, [library, Data(path.folder), Data(path.name)])
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
            try db.run(
                """
                UPDATE submission SET state = 'pending', submitted_at = ?2, at = ?2, changed_at = ?2, reason = NULL,
                  failure = NULL, decided_by = NULL, decided_at = NULL, revision = revision + 1
                WHERE id = ?1
                """, [id, instant])
        case .withdraw(let id, let instant):
            try db.run(
                "UPDATE submission SET state = 'withdrawn', changed_at = max(changed_at, ?2) WHERE id = ?1",
                [id, instant])
        case .remove(let id): try db.run("DELETE FROM submission WHERE id = ?", [id])
        case .removeAll(let ids):
            try db.run("DELETE FROM submission WHERE id IN (SELECT value FROM json_each(?))", [JSONList(ids)])
        case .edit(let id, let values, let instant):
            try db.run(
                """
                UPDATE submission SET form = ?2, words = ?3, note = ?4, wish = ?5, cover = ?6,
                  revision = revision + 1, changed_at = max(changed_at, ?7), failure = NULL
                WHERE id = ?1
                """,
                [
                    id, try StoredJSON.text(of: values.form), values.form.words, values.note, values.wish,
                    values.cover?.hex, instant,
                ])
        case .setCover(let cover, let id, let instant):
            try db.run(
                """
                UPDATE submission SET cover = ?2, revision = revision + 1, changed_at = max(changed_at, ?3)
                WHERE id = ?1
                """, [id, cover?.hex, instant])
        case .reject(let id, let reason, let moderator, let instant):
            try db.run(
                """
                UPDATE submission SET state = 'rejected', reason = ?2, failure = NULL, decided_by = ?3,
                  decided_at = ?4, changed_at = max(changed_at, ?4)
                WHERE id = ?1
                """, [id, reason, moderator, instant])
        case .approve(let id, let library, let path, let moderator, let instant):
            try db.run(
                """
                UPDATE submission SET state = 'approving', reason = NULL, failure = NULL, decided_by = ?2,
                  decided_at = ?3, library = ?4, folder = ?5, name = ?6, changed_at = max(changed_at, ?3)
                WHERE id = ?1
                """, [id, moderator, instant, library, Data(path.folder), Data(path.name)])
        case .retarget(let id, let path):
            try db.run(
                "UPDATE submission SET folder = ?, name = ? WHERE id = ?", [Data(path.folder), Data(path.name), id])
        case .giveUp(let id, let failure, let instant):
            try db.run(
                """
                UPDATE submission SET state = 'pending', failure = ?2, decided_by = NULL, decided_at = NULL,
                  library = NULL, folder = NULL, name = NULL, changed_at = max(changed_at, ?3)
                WHERE id = ?1
                """, [id, failure, instant])
        case .finish(let id, let track, let instant):
            try db.run(
                """
                UPDATE submission SET state = 'approved', track = ?2, changed_at = max(changed_at, ?3) WHERE id = ?1
                """, [id, track, instant])
        case .correct(let record):
            let edits = EditTable(db)
            try edits.save(record.after, of: record.track, file: record.file)
            try edits.append(record)
        case .wish(let write): try WishTable(db).execute(write)
        }
    }
}

extension Submission.State {
    /// The states as the list of an SQL condition.
    static func list(_ states: [Self]) -> String {
        states.map { "'\($0.rawValue)'" }.joined(separator: ", ")
    }
}
