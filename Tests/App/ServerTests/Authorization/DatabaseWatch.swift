import Foundation
import GRDB

/// A second connection to the server's database. It detects whether a request has changed anything, and undoes the
/// changes.
final class DatabaseWatch: Sendable {
    /// Tables that may change after a refused request, because they record only that something happened.
    static let bookkeeping: Set<String> = ["revision"]

    private let live: DatabaseQueue
    private let template: DatabaseQueue
    private let tables: [String]
    /// Tables that refer to an account, with the column that does.
    private let owned: [(table: String, column: String)]

    /// - Parameter folder: the data folder. `restore` returns to its current state.
    init(folder: String) throws {
        live = try DatabaseQueue(path: folder + "/rondo.sqlite")
        let copy = folder + "/template.sqlite"
        template = try DatabaseQueue(path: copy)
        try live.backup(to: template)
        try live.writeWithoutTransaction { try $0.execute(sql: "PRAGMA synchronous = OFF") }
        (tables, owned) = try live.read { db in
            let tables = try String.fetchAll(
                db,
                sql: """
                    SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'
                    AND sql NOT LIKE 'CREATE VIRTUAL%' ORDER BY name
                    """)
            var owned: [(String, String)] = []
            for table in tables {
                for row in try Row.fetchAll(db, sql: "PRAGMA foreign_key_list(\"\(table)\")")
                where row["table"] == "account" {
                    owned.append((table, row["from"]))
                }
            }
            return (tables.filter { !Self.bookkeeping.contains($0) }, owned)
        }
    }

    /// The number by which lyrics clients know a track, or 0 without one.
    func number(ofTrack track: String) throws -> Int64 {
        try live.read { db in
            try Int64.fetchOne(db, sql: "SELECT number FROM track_number WHERE track = ?", arguments: [track]) ?? 0
        }
    }

    /// A number that changes whenever another connection commits.
    func version() throws -> Int64 {
        try live.read { try Int64.fetchOne($0, sql: "PRAGMA data_version") ?? 0 }
    }

    /// A digest of each table's rows, without bookkeeping tables.
    func contents() throws -> [String: Int] {
        try live.read { db in
            try Dictionary(
                uniqueKeysWithValues: tables.map { ($0, try Self.digest(db, "SELECT * FROM \"\($0)\"", [])) })
        }
    }

    /// A digest of the rows of `account`, by table. It leaves out rows that others cause: notifications, and the
    /// backing of others' wishes.
    func possessions(of account: String) throws -> [String: Int] {
        try live.read { db in
            var found: [String: Int] = [:]
            for (table, column) in owned where !table.contains("notification") && table != "wish_backer" {
                found["\(table).\(column)"] = try Self.digest(
                    db, "SELECT * FROM \"\(table)\" WHERE \"\(column)\" = ?", [account])
            }
            return found
        }
    }

    func roles() throws -> [String: String] {
        try live.read { db in
            let rows = try Row.fetchAll(db, sql: "SELECT id, role, disabled FROM account")
            return Dictionary(
                uniqueKeysWithValues: rows.map { ($0["id"], "\($0["role"] as String) \($0["disabled"] as Int)") })
        }
    }

    /// Restores everything, under later revisions, so that caches notice.
    func restore() throws {
        let revisions = try live.read { try Row.fetchAll($0, sql: "SELECT area, value FROM revision") }
        try template.backup(to: live)
        try live.write { db in
            for row in revisions {
                try db.execute(
                    sql: "UPDATE revision SET value = ? WHERE area = ?",
                    arguments: [row["value"] as Int64 + 1, row["area"] as String])
            }
        }
    }

    private static func digest(_ db: Database, _ sql: String, _ arguments: StatementArguments) throws -> Int {
        var sum = 0
        let rows = try Row.fetchCursor(db, sql: sql, arguments: arguments)
        while let row = try rows.next() {
            var hasher = Hasher()
            for (name, value) in row {
                hasher.combine(name)
                hasher.combine(value)
            }
            // A sum, so that the order of the rows does not matter.
            sum &+= hasher.finalize()
        }
        return sum
    }
}
