import Primitives
import Board
import GRDB

/// What rows of posts and comments have in common.
enum BoardRows {
    /// The condition that a reader sees a post or comment (`BoardViewer.sees`); it reads `:me` and `:moderates`.
    static func seen(_ alias: String) -> String {
        "(\(alias).hidden_at IS NULL OR \(alias).account = :me OR :moderates)"
    }

    static func author(_ row: Row) -> NamedPerson {
        let picture: String? = row["picture"]
        return NamedPerson(
            id: ID(row["account"]), name: row["display_name"], picture: picture.flatMap { BlobKey(hex: $0) })
    }

    static func hiding(_ row: Row) -> Hiding? {
        guard let at: Int64 = row["hidden_at"], let reason: String = row["hidden_reason"] else { return nil }
        return Hiding(at: Timestamp(milliseconds: at), reason: reason)
    }

    /// From `account`, `day` and the columns of hiding.
    static func entry(_ row: Row) -> BoardRules.Entry {
        BoardRules.Entry(author: ID(row["account"]), day: LocalDay(number: row["day"]), hiding: hiding(row))
    }

    /// The position after which a page by time begins; no id begins with a tilde or anything after it.
    static func position(_ cursor: Primitives.Cursor?, of list: String) throws -> (at: Int64, id: String) {
        guard let cursor else { return (Int64.max, "~") }
        let values = try cursor.values(of: list, count: 2)
        guard case .integer(let at) = values[0], case .text(let id) = values[1] else {
            throw DomainError.invalid("This cursor belongs to another list or order", field: "cursor")
        }
        return (at, id)
    }

    static func page<Item>(_ items: [Item], limit: Int, after: (Item) -> Primitives.Cursor) -> Page<Item> {
        let shown = Array(items.prefix(limit))
        return Page(items: shown, next: items.count > limit ? shown.last.map(after) : nil)
    }

    /// - Parameter reason: nil to show it again.
    static func hide(
        _ table: String, _ id: String, because reason: String?, by reader: BoardViewer, at instant: Timestamp,
        _ db: Database
    ) throws {
        try db.execute(
            sql: "UPDATE \(table) SET hidden_at = ?, hidden_by = ?, hidden_reason = ? WHERE id = ?",
            arguments: [
                reason.map { _ in instant.milliseconds }, reason.map { _ in reader.person.rawValue }, reason, id,
            ])
    }
}
