import Catalog
import GRDB
import Primitives

/// The row of a scan.
enum ScanRecord {
    static let byID = "SELECT * FROM scan WHERE id = ?"
    static let newest = "SELECT * FROM scan ORDER BY started_at DESC, id DESC LIMIT ?"
    static let olderThan = """
        SELECT * FROM scan WHERE (started_at, id) < (?, ?) ORDER BY started_at DESC, id DESC LIMIT ?
        """

    static func save(_ scan: Scan, _ db: Database) throws {
        let counts = scan.counts
        try db.execute(
            sql: """
                INSERT INTO scan (id, library, state, step, started_at, finished_at, files_found, files_read,
                  files_total, added, updated, moved, removed, restored, unchanged, problems, detail)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                ON CONFLICT (id) DO UPDATE SET state = excluded.state, step = excluded.step,
                  finished_at = excluded.finished_at, files_found = excluded.files_found,
                  files_read = excluded.files_read, files_total = excluded.files_total, added = excluded.added,
                  updated = excluded.updated, moved = excluded.moved, removed = excluded.removed,
                  restored = excluded.restored, unchanged = excluded.unchanged, problems = excluded.problems,
                  detail = excluded.detail
                """,
            arguments: [
                scan.id.rawValue, scan.library?.rawValue, scan.state.rawValue, scan.step.rawValue,
                scan.startedAt.milliseconds, scan.finishedAt?.milliseconds, counts.filesFound, counts.filesRead,
                counts.filesTotal, counts.added, counts.updated, counts.moved, counts.removed, counts.restored,
                counts.unchanged, counts.problems, scan.detail,
            ])
    }

    static func failRunning(_ db: Database, at: Timestamp) throws {
        try db.execute(
            sql: """
                UPDATE scan SET state = 'failed', finished_at = ?,
                  detail = 'The gateway stopped during this scan; the next one goes on from there'
                WHERE state = 'running'
                """,
            arguments: [at.milliseconds])
    }

    static func scan(_ row: Row) -> Scan {
        let library: String? = row["library"]
        var scan = Scan(
            id: ID(row["id"]), library: library.map { ID($0) }, startedAt: Timestamp(milliseconds: row["started_at"]))
        scan.state = Scan.State(rawValue: row["state"]) ?? .failed
        scan.step = Scan.Step(rawValue: row["step"]) ?? .discover
        let finishedAt: Int64? = row["finished_at"]
        scan.finishedAt = finishedAt.map { Timestamp(milliseconds: $0) }
        scan.counts.filesFound = row["files_found"]
        scan.counts.filesRead = row["files_read"]
        scan.counts.filesTotal = row["files_total"]
        scan.counts.added = row["added"]
        scan.counts.updated = row["updated"]
        scan.counts.moved = row["moved"]
        scan.counts.removed = row["removed"]
        scan.counts.restored = row["restored"]
        scan.counts.unchanged = row["unchanged"]
        scan.counts.problems = row["problems"]
        scan.detail = row["detail"]
        return scan
    }
}
