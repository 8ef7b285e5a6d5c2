import Foundation
import GRDB
import Journal
import Primitives

/// How the journal's values are read from rows.
enum JournalRows {
    static func chain(_ db: Database) throws -> JournalChain {
        guard
            let row = try Row.fetchOne(
                db, sql: "SELECT head_number, head_seal, cut_number, cut_seal FROM journal_chain"),
            let head = seal(row["head_seal"]), let cut = seal(row["cut_seal"])
        else { throw damaged }
        return JournalChain(
            cut: JournalChain.Point(number: row["cut_number"], seal: cut),
            head: JournalChain.Point(number: row["head_number"], seal: head))
    }

    static func record(_ row: Row) throws -> JournalRecord {
        guard let seal = seal(row["seal"]) else { throw damaged }
        let user: String? = row["actor"]
        let kind: String? = row["subject_kind"]
        let subject: String? = row["subject_id"]
        let text: String = row["details"]
        return JournalRecord(
            number: row["number"], id: row["id"], at: Timestamp(milliseconds: row["at"]),
            actor: JournalEntry.Actor(user: user.map { ID($0) }, origin: row["origin"]),
            actorName: row["actor_name"], action: row["action"],
            subject: kind.flatMap { kind in subject.map { JournalEntry.Subject(kind: kind, id: $0) } },
            // What somebody has changed behind Rondo's back is shown as it is; to find it is the verification's business.
            details: (try? JSONDecoder().decode([String: String].self, from: Data(text.utf8))) ?? ["details": text],
            seal: seal)
    }

    /// A row as it is, whatever somebody has made of it.
    static func stored(_ row: Row) -> (row: JournalRow, seal: JournalSeal?) {
        let stored = JournalRow(
            number: row["number"], id: row["id"], at: row["at"], actor: row["actor"], origin: row["origin"],
            action: row["action"], subjectKind: row["subject_kind"], subjectID: row["subject_id"],
            details: row["details"])
        return (stored, seal(row["seal"]))
    }

    static func seal(_ bytes: Data) -> JournalSeal? {
        JournalSeal(bytes: Array(bytes))
    }

    private static let damaged = DatabaseError(
        resultCode: .SQLITE_CORRUPT, message: "A row of the journal holds a value that it cannot have")
}
