import Foundation
import GRDB

@testable import SQLiteStore
import Support

/// An empty database, used to explain the plans of queries.
final class PlanDatabase: Sendable {
    private let path = NSTemporaryDirectory() + "rondo-plan-" + UUID().uuidString
    private let database: SQLiteDatabase

    init() throws {
        database = try SQLiteDatabase.new(at: path)
    }

    deinit {
        for suffix in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + suffix) }
    }

    func plan(_ sql: String) async throws -> [String] {
        try await database.read { db in
            let statement = try db.makeStatement(sql: "EXPLAIN QUERY PLAN " + sql)
            statement.setUncheckedArguments(StatementArguments())
            return try Row.fetchAll(statement).map { $0["detail"] }
        }
    }

    /// The columns of an index in their order.
    func columns(of index: String) async throws -> [String] {
        try await database.read { db in
            try String.fetchAll(db, sql: "SELECT name FROM pragma_index_info(?) ORDER BY seqno", arguments: [index])
        }
    }
}
