import GRDB
package import Journal
package import Primitives
package import Shelf
package import Submissions

/// Imports by link in SQLite.
package struct SQLiteLinkImportStore: LinkImportStore {
    private let database: SQLiteDatabase

    package init(_ database: SQLiteDatabase) {
        self.database = database
    }

    package func create(
        _ address: LinkAddress, _ id: ID<Submission>, for caller: Principal, wish: ID<Wish>?, most: Int,
        at instant: Timestamp, journal entry: JournalEntry
    ) async throws -> LinkImport {
        try await database.write(.submissions) { db in
            let waiting = try Int.fetchOne(db, sql: LinkImportTable.waiting, arguments: [caller.user.rawValue]) ?? 0
            guard waiting < most else {
                throw DomainError(.conflict, "At most \(most) links wait at once", reason: "too_many_links")
            }
            if let wish {
                let isThere = try Bool.fetchOne(
                    db, sql: "SELECT EXISTS (SELECT 1 FROM wish WHERE id = ?)", arguments: [wish.rawValue])
                guard isThere == true else { throw DomainError.noSuchWish }
            }
            let row = try Row.fetchOne(
                db,
                sql: """
                    INSERT INTO link_import (id, account, address, state, wish, created_at, changed_at)
                    VALUES (?1, ?2, ?3, 'waiting', ?4, ?5, ?5) RETURNING *
                    """,
                arguments: [
                    id.rawValue, caller.user.rawValue, address.text, wish?.rawValue, instant.milliseconds,
                ])
            guard let row else { throw DomainError(.unavailable, "The import was not noted") }
            try entry.append(to: db)
            try SubmissionEvents.link(id, "waiting", of: caller.user).append(to: db)
            return LinkImportTable.link(row)
        }
    }

    package func imports(for caller: Principal) async throws -> [LinkImport] {
        try await database.read { db in
            try Row.fetchAll(db, sql: LinkImportTable.own, arguments: [caller.user.rawValue]).map(LinkImportTable.link)
        }
    }

    package func remove(_ id: ID<Submission>, for caller: Principal) async throws -> Bool {
        try await database.write(.submissions) { db in
            try db.execute(
                sql: "DELETE FROM link_import WHERE id = ? AND account = ?",
                arguments: [id.rawValue, caller.user.rawValue])
            guard db.changesCount > 0 else { return false }
            try SubmissionEvents.link(id, "removed", of: caller.user).append(to: db)
            return true
        }
    }

    package func restart(at instant: Timestamp) async throws {
        try await database.write(.submissions) { db in
            try db.execute(
                sql: """
                    UPDATE link_import SET state = 'waiting', received = 0, reserved = 0, total = NULL, changed_at = ?
                    WHERE state = 'fetching'
                    """, arguments: [instant.milliseconds])
        }
    }

    package func next(attempts: Int, at instant: Timestamp) async throws -> LinkImport? {
        try await database.write(.submissions) { db in
            while let row = try Row.fetchOne(db, sql: LinkImportTable.next) {
                let (id, account): (String, String) = (row["id"], row["account"])
                if row["attempts"] as Int >= attempts {
                    try Self.fail(ID(id), because: .interrupted, at: instant, db)
                    continue
                }
                try db.execute(
                    sql: """
                        UPDATE link_import SET state = 'fetching', attempts = attempts + 1, changed_at = ? WHERE id = ?
                        """, arguments: [instant.milliseconds, id])
                try SubmissionEvents.link(ID(id), "fetching", of: ID(account)).append(to: db)
                return LinkImportTable.link(row)
            }
            return nil
        }
    }

    package func progress(
        of id: ID<Submission>, name: String, received: Int64, reserving: Int64, total: Int64?,
        within bounds: UploadBounds
    ) async throws -> Bool {
        try await database.write(.submissions) { db in
            let row = try Row.fetchOne(
                db,
                sql: """
                    UPDATE link_import SET name = ?2, received = ?3, reserved = ?4, total = ?5
                    WHERE id = ?1 AND state = 'fetching' RETURNING account
                    """, arguments: [id.rawValue, name, received, reserving, total])
            guard let row else { return false }
            let used = try Int64.fetchOne(db, sql: UploadTable.used, arguments: [row["account"] as String]) ?? 0
            guard used <= bounds.person else { throw LinkFailure.quota }
            guard try Int64.fetchOne(db, sql: UploadTable.usedByAll) ?? 0 <= bounds.everybody else {
                throw LinkFailure.noRoom
            }
            return true
        }
    }

    package func finish(
        _ id: ID<Submission>, name: String, received: Int64, at instant: Timestamp
    ) async throws -> Bool {
        try await database.write(.submissions) { db in
            let row = try Row.fetchOne(
                db,
                sql: """
                    UPDATE link_import SET state = 'done', received = ?2, total = ?2, reserved = 0, name = ?3, changed_at = ?4
                    WHERE id = ?1 AND state = 'fetching' RETURNING *
                    """, arguments: [id.rawValue, received, name, instant.milliseconds])
            guard let link = row.map(LinkImportTable.link) else { return false }
            try db.execute(
                sql: """
                    INSERT INTO upload (id, account, name, length, received, state, submits, wish, created_at, touched_at)
                    VALUES (?1, ?2, ?3, ?4, ?4, 'checking', 0, ?5, ?6, ?6)
                    """,
                arguments: [
                    id.rawValue, link.account.rawValue, name, received, link.wish?.rawValue, instant.milliseconds,
                ])
            try SubmissionEvents.link(id, "done", of: link.account).append(to: db)
            try SubmissionEvents.upload(id, "checking", of: link.account).append(to: db)
            return true
        }
    }

    package func fail(_ id: ID<Submission>, because failure: LinkFailure, at instant: Timestamp) async throws {
        try await database.write(.submissions) { try Self.fail(id, because: failure, at: instant, $0) }
    }

    package func ended(before instant: Timestamp) async throws -> (ids: [ID<Submission>], total: Int) {
        try await database.read { db in
            let ids = try String.fetchAll(db, sql: LinkImportTable.ended, arguments: [instant.milliseconds])
            return (ids.map { ID($0) }, try Int.fetchOne(db, sql: "SELECT count(*) FROM link_import") ?? 0)
        }
    }

    package func removeEnded(_ ids: [ID<Submission>], before instant: Timestamp) async throws -> Int {
        try await database.write(.submissions) { db in
            try db.execute(
                sql: LinkImportTable.removeEnded, arguments: [JSONList(ids.map(\.rawValue)), instant.milliseconds])
            return db.changesCount
        }
    }

    private static func fail(
        _ id: ID<Submission>, because failure: LinkFailure, at instant: Timestamp, _ db: Database
    ) throws {
        let account = try String.fetchOne(
            db,
            sql: """
                UPDATE link_import SET state = 'failed', reason = ?2, reserved = 0, changed_at = ?3
                WHERE id = ?1 AND state IN ('waiting', 'fetching') RETURNING account
                """, arguments: [id.rawValue, failure.rawValue, instant.milliseconds])
        guard let account else { return }
        try SubmissionEvents.link(id, "failed", of: ID(account)).append(to: db)
    }
}

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
    /// Without the hint SQLite would walk through all imports that have ended.
    static let ended = """
        SELECT id FROM link_import INDEXED BY link_import_ended WHERE state IN ('done', 'failed') AND changed_at < ?
        """
    static let removeEnded = """
        DELETE FROM link_import WHERE id IN (SELECT value FROM json_each(?)) AND state IN ('done', 'failed')
          AND changed_at < ?
        """
}
