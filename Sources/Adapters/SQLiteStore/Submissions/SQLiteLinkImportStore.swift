import GRDB
package import Journal
package import Primitives
package import Submissions

/// Imports by link in SQLite.
package struct SQLiteLinkImportStore: LinkImportStore {
    private let database: SQLiteDatabase

    package init(_ database: SQLiteDatabase) {
        self.database = database
    }

    package func edit<Outcome: Sendable>(
        _ decide: @escaping Decision<any LinkImportState, LinkImportWrite, Outcome>
    ) async throws -> Outcome {
        try await database.edit(.submissions, LinkImportTable.self, decide)
    }

    package func imports(for caller: Principal) async throws -> [LinkImport] {
        try await database.read { try $0.rows(LinkImportTable.own, [caller.user]).map(LinkImportTable.link) }
    }

    package func restart(at instant: Timestamp) async throws {
        try await database.write(.submissions) { db in
            try db.run(
                """
                UPDATE link_import SET state = 'waiting', received = 0, reserved = 0, total = NULL, changed_at = ?
                WHERE state = 'fetching'
                """, [instant])
        }
    }

    package func ended(before instant: Timestamp) async throws -> (ids: [ID<Submission>], total: Int) {
        try await database.read { db in
            let ids: [ID<Submission>] = try db.values(LinkImportTable.ended, [instant])
            return (ids, try db.value("SELECT count(*) FROM link_import") ?? 0)
        }
    }

    package func removeEnded(_ ids: [ID<Submission>], before instant: Timestamp) async throws -> Int {
        try await database.write(.submissions) { db in
            try db.run(LinkImportTable.removeEnded, [JSONList(ids), instant])
            return db.changesCount
        }
    }
}

/// The stored imports by link within one transaction.
struct LinkImportTable: LinkImportState, EditedTable {
    let db: Database

    func link(_ id: ID<Submission>) throws -> LinkImport? {
        try db.row(Self.one, [id]).map(Self.link)
    }

    func openCount(of person: ID<Person>) throws -> Int {
        try db.value(Self.waiting, [person]) ?? 0
    }

    func next() throws -> (link: LinkImport, attempts: Int)? {
        try db.row(Self.next).map { (Self.link($0), $0["attempts"]) }
    }

    func reserved(for id: ID<Submission>) throws -> Int64 {
        try db.value("SELECT reserved FROM link_import WHERE id = ?", [id]) ?? 0
    }

    var uploads: any UploadState { UploadTable(db) }

    static func link(_ row: Row) -> LinkImport {
        LinkImport(
            id: row["id"], account: row["account"], address: row["address"],
            state: LinkImport.State(rawValue: row["state"]) ?? .failed, name: row["name"], received: row["received"],
            total: row["total"], wish: row["wish"],
            failure: (row["reason"] as String?).map { LinkFailure(rawValue: $0) ?? .broken },
            createdAt: row["created_at"], changedAt: row["changed_at"]
        )
    }

    static let one = "SELECT * FROM link_import WHERE id = ?"
    static let own = "SELECT * FROM link_import WHERE account = ? ORDER BY created_at, id"
    static let next = """
        SELECT w.* FROM link_import w WHERE w.state = 'waiting'
          AND NOT EXISTS (SELECT 1 FROM link_import f WHERE f.account = w.account AND f.state = 'fetching')
        ORDER BY w.id LIMIT 1
        """
    static let waiting = "SELECT count(*) FROM link_import WHERE account = ? AND state IN ('waiting', 'fetching')"
    /// Without the hint SQLite would walk through all imports that have ended.
    static let ended = """
        SELECT id FROM link_import INDEXED BY link_import_ended WHERE state IN ('done', 'failed') AND changed_at < ?
        """
    static let removeEnded = """
        DELETE FROM link_import WHERE id IN (SELECT value FROM json_each(?)) AND state IN ('done', 'failed')
          AND changed_at < ?
        """
}

extension LinkImportTable {
    func execute(_ write: LinkImportWrite) throws {
        switch write {
        case .add(let link):
            try db.run(
                """
                INSERT INTO link_import (id, account, address, state, wish, created_at, changed_at)
                VALUES (?, ?, ?, ?, ?, ?, ?)
                """,
                [link.id, link.account, link.address, link.state.rawValue, link.wish, link.createdAt, link.changedAt])
        case .remove(let id): try db.run("DELETE FROM link_import WHERE id = ?", [id])
        case .start(let id, let instant):
            try db.run(
                "UPDATE link_import SET state = 'fetching', attempts = attempts + 1, changed_at = ? WHERE id = ?",
                [instant, id])
        case .progress(let id, let name, let received, let reserving, let total):
            try db.run(
                "UPDATE link_import SET name = ?2, received = ?3, reserved = ?4, total = ?5 WHERE id = ?1",
                [id, name, received, reserving, total])
        case .finish(let id, let name, let received, let instant):
            try db.run(
                """
                UPDATE link_import SET state = 'done', received = ?2, total = ?2, reserved = 0, name = ?3,
                  changed_at = ?4
                WHERE id = ?1
                """, [id, received, name, instant])
        case .fail(let id, let failure, let instant):
            try db.run(
                "UPDATE link_import SET state = 'failed', reason = ?2, reserved = 0, changed_at = ?3 WHERE id = ?1",
                [id, failure.rawValue, instant])
        case .upload(let write): try UploadTable(db).execute(write)
        }
    }
}
