package import Administration
import GRDB
package import Journal

/// Settings in SQLite.
package struct SQLiteSettingsStore: SettingsStore {
    private let database: SQLiteDatabase

    package init(_ database: SQLiteDatabase) {
        self.database = database
    }

    package func settings() async throws -> ServerSettings {
        try await database.read(Self.load)
    }

    package func edit(
        _ change: @escaping @Sendable (inout ServerSettings) throws -> [JournalEntry]
    ) async throws -> ServerSettings {
        try await database.edit(.administration, Self.load, change) { settings, _, db in
            try db.run("DELETE FROM setting")
            for (key, value) in settings.stored {
                try db.run("INSERT INTO setting (key, value) VALUES (?, ?)", [key, value])
            }
        }
    }

    private static func load(_ db: Database) throws -> ServerSettings {
        let rows = try db.rows("SELECT key, value FROM setting")
        return ServerSettings(
            stored: Dictionary(rows.map { ($0["key"], $0["value"]) }, uniquingKeysWith: { first, _ in first }))
    }
}
