import Accounts
import GRDB
package import Messaging
import Primitives

/// The daily overview for admins.
extension SQLiteOutbox {
    private static let overviewReaders = """
        SELECT a.id, a.email, a.locale, a.display_name FROM account a
        JOIN confirmed_email c ON c.account = a.id AND c.email_key = a.email_key
        JOIN mailed_notification m ON m.account = a.id AND m.kind = ?1
        WHERE a.disabled = 0 AND a.role = ?2 AND NOT EXISTS (SELECT 1 FROM daily_overview d WHERE d.day = ?3)
        ORDER BY a.id
        """

    package func overviewReaders(on day: String) async throws -> [OverviewReader] {
        try await database.read { db in
            try Row.fetchAll(
                db, sql: Self.overviewReaders,
                arguments: [OverviewReader.kind, Role.admin.rawValue, day]
            ).map { row in
                OverviewReader(
                    user: ID(row["id"]), address: row["email"],
                    locale: AccountLocale(rawValue: row["locale"]) ?? .english, name: row["display_name"])
            }
        }
    }

    package func add(overviews letters: [Email], of day: String) async throws {
        try await database.write(.upkeep) { db in
            let done = try String.fetchOne(db, sql: "SELECT day FROM daily_overview")
            guard done != day else { return }
            try db.execute(
                sql: """
                    INSERT INTO daily_overview (only, day) VALUES (1, ?)
                    ON CONFLICT (only) DO UPDATE SET day = excluded.day
                    """, arguments: [day])
            for letter in letters { try Self.insert(letter, db) }
        }
    }
}
