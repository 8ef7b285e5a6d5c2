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
        try db.execute(
            sql: """
                INSERT INTO journal (id, at, actor, origin, action, subject_kind, subject_id, details)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?)
                """,
            arguments: [
                id.rawValue, at.milliseconds, actor.user?.rawValue, actor.origin, action, subject?.kind, subject?.id,
                text,
            ])
    }
}
