import GRDB
import Primitives
import Shelf
import Submissions

/// The rows of imports by link.
enum LinkImportTable {
    static func link(_ row: Row) -> LinkImport {
        LinkImport(
            id: ID(row["id"]), account: ID(row["account"]), address: row["address"],
            state: LinkImport.State(rawValue: row["state"]) ?? .failed, name: row["name"], received: row["received"],
            total: row["total"], wish: (row["wish"] as String?).map { ID($0) },
            failure: (row["reason"] as String?).map { LinkFailure(rawValue: $0) ?? .broken },
            createdAt: Timestamp(milliseconds: row["created_at"]), changedAt: Timestamp(milliseconds: row["changed_at"])
        )
    }

    static let own = "SELECT * FROM link_import WHERE account = ? ORDER BY created_at, id"
    static let next = """
        SELECT w.* FROM link_import w WHERE w.state = 'waiting'
          AND NOT EXISTS (SELECT 1 FROM link_import f WHERE f.account = w.account AND f.state = 'fetching')
        ORDER BY w.id LIMIT 1
        """
    static let waiting = "SELECT count(*) FROM link_import WHERE account = ? AND state IN ('waiting', 'fetching')"
    /// SQLite would rather walk through all that have ended.
    static let ended = """
        SELECT id FROM link_import INDEXED BY link_import_ended WHERE state IN ('done', 'failed') AND changed_at < ?
        """
    static let removeEnded = """
        DELETE FROM link_import WHERE id IN (SELECT value FROM json_each(?)) AND state IN ('done', 'failed')
          AND changed_at < ?
        """
}
