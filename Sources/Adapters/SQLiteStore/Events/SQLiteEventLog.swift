import GRDB
package import Journal
import Primitives

/// The latest events in SQLite. Stores append them with `Event.append` in their own transactions.
package struct SQLiteEventLog: EventLog {
    private let database: SQLiteDatabase

    package init(_ database: SQLiteDatabase) {
        self.database = database
    }

    package func newest() async throws -> Int64 {
        try await database.read(Self.newest)
    }

    package func events(after number: Int64, limit: Int) async throws -> [LoggedEvent]? {
        try await database.read { db in
            guard let oldest = try Int64.fetchOne(db, sql: "SELECT min(number) FROM event") else {
                return number == (try Self.newest(db)) ? [] : nil
            }
            // `oldest` itself may be what comes next.
            guard number >= oldest - 1, number <= (try Self.newest(db)) else { return nil }
            return try Row.fetchAll(
                db.cachedStatement(sql: Self.page), arguments: [number, limit]
            ).map { LoggedEvent(number: $0["number"], event: try Event($0)) }
        }
    }

    static let page = "SELECT number, name, audience, whom, data FROM event WHERE number > ? ORDER BY number LIMIT ?"

    /// Also when every event has been dropped.
    private static func newest(_ db: Database) throws -> Int64 {
        try Int64.fetchOne(db, sql: "SELECT seq FROM sqlite_sequence WHERE name = 'event'") ?? 0
    }
}
