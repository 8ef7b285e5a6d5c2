import GRDB
import StoreFixtures

/// A separate connection to a fixture's file, for queries that no store offers.
final class RawDatabase: Sendable {
    private let queue: DatabaseQueue

    init(_ engine: Engine) throws {
        queue = try DatabaseQueue(path: engine.path)
    }

    /// Runs the statements in one transaction.
    func change(_ sql: String) throws {
        try queue.write { try $0.execute(sql: sql) }
    }

    /// The first column of the first row, or zero without a row.
    func number(_ sql: String) throws -> Int {
        try queue.read { try Int.fetchOne($0, sql: sql) ?? 0 }
    }

    /// The first column of every row.
    func texts(_ sql: String) throws -> [String] {
        try queue.read { try String.fetchAll($0, sql: sql) }
    }

    /// Every column that refers to an account.
    func columnsOfAccounts() throws -> [(table: String, name: String)] {
        try queue.read { db in
            try String.fetchAll(db, sql: "SELECT name FROM sqlite_master WHERE type = 'table'").flatMap { table in
                try db.foreignKeys(on: table).filter { $0.destinationTable == "account" }
                    .flatMap { $0.mapping.map { (table: table, name: $0.origin) } }
            }
        }
    }
}
