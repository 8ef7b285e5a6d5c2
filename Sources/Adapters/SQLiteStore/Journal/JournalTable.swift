import Foundation
import GRDB
import Journal
import Primitives

extension JournalEntry {
    /// Appends this entry within the transaction that makes the change it tells of.
    func append(to db: Database) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let text = String(decoding: try encoder.encode(details), as: UTF8.self)
        let chain = try JournalRows.chain(db)
        let row = JournalRow(self, number: chain.head.number + 1, details: text)
        try db.execute(
            sql: """
                INSERT INTO journal (number, id, at, actor, origin, action, subject_kind, subject_id, details, seal)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                """,
            arguments: [
                row.number, row.id, row.at, row.actor, row.origin, row.action, row.subjectKind, row.subjectID,
                row.details, Data(chain.head.seal.next(row).bytes),
            ])
    }
}
