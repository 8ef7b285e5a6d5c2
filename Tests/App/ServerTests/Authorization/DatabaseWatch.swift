import Foundation
import GRDB
import Glibc

/// A second connection to the server's database. It detects whether a request has changed anything, and undoes the
/// changes.
///
/// Triggers note the opposite of each change, so that a request costs as much as it changes. Copying the whole database
/// back would make every connection parse its schema again. The tables inside full-text tables may have no triggers;
/// they are copied.
final class DatabaseWatch: Sendable {
    /// Tables that may change after a refused request, because they record only that something happened.
    static let bookkeeping: Set<String> = ["revision"]

    private let live: DatabaseQueue
    /// The tables inside full-text tables. Each has a copy from before the first request.
    private let inner: [String]
    private let account: String
    /// The tables that refer to an account, each with the columns that do. Without rows that others cause:
    /// notifications, and the backing of others' wishes.
    private let owners: [String: [String]]
    /// The digest of each table's rows before the first request.
    private let contents: [String: Int]
    /// The digest of the account's rows before the first request, by table.
    private let possessions: [String: Int]

    /// - Parameters:
    ///   - folder: the data folder. `restore` returns to its current state.
    ///   - account: the account whose rows `changedPossessions` compares.
    init(folder: String, account: String) throws {
        live = try DatabaseQueue(path: folder + "/rondo.sqlite")
        self.account = account
        (inner, owners, contents, possessions) = try live.writeWithoutTransaction { db in
            try db.execute(sql: "PRAGMA synchronous = OFF; PRAGMA foreign_keys = OFF")
            let tables = try String.fetchAll(
                db,
                sql: """
                    SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'
                    AND sql NOT LIKE 'CREATE VIRTUAL%' ORDER BY name
                    """
            ).filter { !Self.bookkeeping.contains($0) }
            let inner = try String.fetchAll(
                db, sql: "SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'shadow'")
            for table in inner {
                try db.execute(sql: "CREATE TABLE \"walk_\(table)\" AS SELECT * FROM \"\(table)\"")
            }
            try db.execute(sql: "CREATE TABLE walk_undo (number INTEGER PRIMARY KEY, name TEXT, sql TEXT)")
            var owners: [String: [String]] = [:]
            for table in tables where !inner.contains(table) {
                try db.execute(sql: Self.triggers(of: table, db))
                for row in try Row.fetchAll(db, sql: "PRAGMA foreign_key_list(\"\(table)\")")
                where row["table"] == "account" && !table.contains("notification") && table != "wish_backer" {
                    owners[table, default: []].append(row["from"])
                }
            }
            return (
                inner, owners, try Self.digests(of: tables, db), try Self.possessions(of: account, in: owners, db)
            )
        }
    }

    /// The triggers that note how to undo a change of a row.
    private static func triggers(of table: String, _ db: Database) throws -> String {
        let facts = try Row.fetchAll(
            db, sql: "SELECT * FROM pragma_table_xinfo(?) WHERE hidden = 0", arguments: [table])
        let hasRowID =
            try Bool.fetchOne(
                db, sql: "SELECT NOT wr FROM pragma_table_list WHERE schema = 'main' AND name = ?", arguments: [table])
            ?? true
        let columns = (hasRowID ? ["rowid"] : []) + facts.map { $0["name"] as String }
        let keys = hasRowID ? ["rowid"] : facts.filter { $0["pk"] as Int > 0 }.map { $0["name"] as String }
        let condition = keys.map { "'\"\($0)\" IS ' || quote(new.\"\($0)\")" }.joined(separator: " || ' AND ' || ")
        let names = columns.map { "\"\($0)\"" }.joined(separator: ", ")
        let values = columns.map { "quote(old.\"\($0)\")" }.joined(separator: " || ', ' || ")
        let note = "INSERT INTO walk_undo (name, sql) VALUES ('\(table)',"
        let removal = "\(note) 'DELETE FROM \"\(table)\" WHERE ' || \(condition));"
        let insertion = "\(note) 'INSERT INTO \"\(table)\" (\(names)) VALUES (' || \(values) || ')');"
        // The notes are followed from the last to the first.
        return [("INSERT", removal), ("DELETE", insertion), ("UPDATE", insertion + removal)].map { event, notes in
            "CREATE TRIGGER \"walk_\(event)_\(table)\" AFTER \(event) ON \"\(table)\" BEGIN \(notes) END;"
        }.joined()
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

    /// The tables whose rows differ from those before the first request.
    ///
    /// - Parameter isThorough: whether to compare every table, not only those that the notes name.
    func changedTables(isThorough: Bool = false) throws -> [String] {
        try live.read { db in
            try Self.digests(of: isThorough ? Array(contents.keys) : Self.noted(db) + inner, db)
                .filter { contents[$0.key] != $0.value }.map(\.key).sorted()
        }
    }

    /// The tables in which the account's rows differ from those before the first request.
    func changedPossessions() throws -> [String] {
        try live.read { db in
            let noted = Set(try Self.noted(db))
            return try Self.possessions(of: account, in: owners.filter { noted.contains($0.key) }, db)
                .filter { possessions[$0.key] != $0.value }.map(\.key).sorted()
        }
    }

    func roles() throws -> [String: String] {
        try live.read { db in
            let rows = try Row.fetchAll(db, sql: "SELECT id, role, disabled FROM account")
            return Dictionary(
                uniqueKeysWithValues: rows.map { ($0["id"], "\($0["role"] as String) \($0["disabled"] as Int)") })
        }
    }

    /// Undoes all changes, under later revisions, so that caches notice.
    func restore() throws {
        try live.writeWithoutTransaction { db in
            // The server's own triggers must not follow what is undone. SQLite's function takes variable arguments,
            // which Swift cannot pass; these are passed like fixed ones on x86-64 and on ARM.
            typealias Configure = @convention(c) (OpaquePointer?, CInt, CInt, UnsafeMutablePointer<CInt>?) -> CInt
            let enableTriggers: CInt = 1003
            let configure = unsafeBitCast(dlsym(nil, "sqlite3_db_config"), to: Configure.self)
            _ = configure(db.sqliteConnection, enableTriggers, 0, nil)
            try db.inTransaction(.immediate) {
                for sql in try String.fetchAll(db, sql: "SELECT sql FROM walk_undo ORDER BY number DESC") {
                    try db.execute(sql: sql)
                }
                for (table, digest) in try Self.digests(of: inner, db) where digest != contents[table] {
                    try db.execute(
                        sql: "DELETE FROM \"\(table)\"; INSERT INTO \"\(table)\" SELECT * FROM \"walk_\(table)\"")
                }
                try db.execute(sql: "DELETE FROM walk_undo; UPDATE revision SET value = value + 1")
                return .commit
            }
        }
    }

    private static func noted(_ db: Database) throws -> [String] {
        try String.fetchAll(db, sql: "SELECT DISTINCT name FROM walk_undo")
    }

    private static func digests(of tables: [String], _ db: Database) throws -> [String: Int] {
        try Dictionary(uniqueKeysWithValues: tables.map { ($0, try digest(db, "SELECT * FROM \"\($0)\"", [])) })
    }

    private static func possessions(
        of account: String, in owners: [String: [String]], _ db: Database
    ) throws -> [String: Int] {
        try Dictionary(
            uniqueKeysWithValues: owners.map { table, columns in
                let condition = columns.map { "\"\($0)\" = :account" }.joined(separator: " OR ")
                return (
                    table,
                    try digest(db, "SELECT * FROM \"\(table)\" WHERE \(condition)", ["account": account])
                )
            })
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
