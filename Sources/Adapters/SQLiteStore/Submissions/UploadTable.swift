import GRDB
import Primitives
import Shelf
import Submissions

/// The rows of uploads.
enum UploadTable {
    static func upload(_ row: Row) -> Upload {
        Upload(
            id: ID(row["id"]), account: ID(row["account"]), name: row["name"], length: row["length"],
            received: row["received"], state: Upload.State(rawValue: row["state"]) ?? .refused, batch: row["batch"],
            isSubmitted: row["submits"], wish: (row["wish"] as String?).map { ID($0) }, reason: row["reason"],
            detail: row["detail"], createdAt: Timestamp(milliseconds: row["created_at"]),
            touchedAt: Timestamp(milliseconds: row["touched_at"]))
    }

    static let one = "SELECT * FROM upload WHERE id = ? AND account = ?"
    static let own = "SELECT * FROM upload WHERE account = ? ORDER BY created_at, id"
    static let checking = "SELECT count(*) FROM upload WHERE state = 'checking'"
    static let nextToCheck = "SELECT * FROM upload WHERE state = 'checking' AND id > ? ORDER BY id LIMIT 1"
    /// Bytes that were announced, or are being fetched, and have not come yet.
    static let outstanding = """
        SELECT (SELECT ifnull(sum(length - received), 0) FROM upload WHERE state = 'receiving')
          + (SELECT ifnull(sum(max(reserved - received, 0)), 0) FROM link_import WHERE state = 'fetching')
        """
    /// Of one person, or of everybody: what was announced or is being fetched, and what no library holds yet.
    static let used = """
        SELECT (SELECT ifnull(sum(length), 0) FROM upload WHERE state <> 'refused' AND account = ?1)
          + (SELECT ifnull(sum(size), 0) FROM submission WHERE is_kept = 1 AND account = ?1)
          + (SELECT ifnull(sum(reserved), 0) FROM link_import WHERE state = 'fetching' AND account = ?1)
        """
    static let usedByAll = """
        SELECT (SELECT ifnull(sum(length), 0) FROM upload WHERE state <> 'refused')
          + (SELECT ifnull(sum(size), 0) FROM submission WHERE is_kept = 1)
          + (SELECT ifnull(sum(reserved), 0) FROM link_import WHERE state = 'fetching')
        """
}
