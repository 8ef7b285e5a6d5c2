import Foundation
import GRDB
package import Journal
package import Primitives

/// Reads the journal, newest first.
package struct SQLiteJournalReader: Sendable {
    private let database: SQLiteDatabase

    package init(_ database: SQLiteDatabase) {
        self.database = database
    }

    package func entries(_ request: PageRequest) async throws -> Page<StoredEntry> {
        let list = "journal.newest"
        var before = (at: Int64.max, id: "\u{10FFFF}")
        if let cursor = request.cursor {
            guard case .integer(let at) = try cursor.values(of: list, count: 2)[0],
                case .text(let id) = cursor.values[1]
            else { throw DomainError.invalid("This cursor belongs to another list or order", field: "cursor") }
            before = (at, id)
        }
        let (at, id) = before
        let limit = request.limit
        let found = try await database.read { db in
            try Row.fetchAll(db, sql: Self.page, arguments: [at, id, limit + 1]).map(StoredEntry.init)
        }
        let items = Array(found.prefix(limit))
        let next = found.count > limit ? items.last : nil
        return Page(
            items: items,
            next: next.map { Cursor(list: list, values: [.integer($0.at.milliseconds), .text($0.id)]) })
    }

    static let page = """
        SELECT id, at, actor, origin, action, subject_kind, subject_id, details FROM journal
        WHERE (at, id) < (?, ?) ORDER BY at DESC, id DESC LIMIT ?
        """

    /// An entry as it was stored.
    package struct StoredEntry: Sendable, Equatable {
        package let id: String
        package let at: Timestamp
        package let actor: JournalEntry.Actor
        package let action: String
        package let subject: JournalEntry.Subject?
        package let details: [String: String]

        init(_ row: Row) throws {
            id = row["id"]
            at = Timestamp(milliseconds: row["at"])
            let user: String? = row["actor"]
            actor = JournalEntry.Actor(user: user.map { ID($0) }, origin: row["origin"])
            action = row["action"]
            let kind: String? = row["subject_kind"]
            let subjectID: String? = row["subject_id"]
            subject = kind.flatMap { kind in subjectID.map { JournalEntry.Subject(kind: kind, id: $0) } }
            let text: String = row["details"]
            details = try JSONDecoder().decode([String: String].self, from: Data(text.utf8))
        }
    }
}
