import GRDB
package import Primitives
package import Streaming

/// What people were sent, in SQLite.
package struct SQLiteTransferStore: TransferStore {
    private let database: SQLiteDatabase

    package init(_ database: SQLiteDatabase) {
        self.database = database
    }

    package func transferred(by person: ID<Person>, in month: Int) async throws -> Int64 {
        try await database.read { db in
            try Int64.fetchOne(
                db, sql: "SELECT bytes FROM transfer WHERE account = ? AND month = ?",
                arguments: [person.rawValue, month]) ?? 0
        }
    }

    package func add(_ sums: [TransferSum]) async throws {
        try await database.write(.administration) { db in
            let statement = try db.makeStatement(
                sql: """
                    INSERT INTO transfer (account, month, bytes)
                    SELECT id, :month, :bytes FROM account WHERE id = :person
                    ON CONFLICT (account, month) DO UPDATE SET bytes = bytes + excluded.bytes
                    """)
            for sum in sums {
                try statement.execute(
                    arguments: ["person": sum.person.rawValue, "month": sum.month, "bytes": sum.bytes])
            }
        }
    }
}
