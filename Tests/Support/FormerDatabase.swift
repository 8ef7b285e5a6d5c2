import Foundation

/// The database that the program of commit c929e94f makes in a new data folder, the last one before the baseline.
package enum FormerDatabase {
    /// The last of its migrations.
    package static let lastMigration = "0095 explicit podcasts"

    /// Makes all of it in an empty file, with the texts that its migrations left in `sqlite_schema`.
    package static let sql = Result {
        try String(
            contentsOf: URL(fileURLWithPath: #filePath).deletingLastPathComponent()
                .appendingPathComponent("FormerDatabase.sql"), encoding: .utf8)
    }

    /// Lists its migrations in place of those that a database has been through.
    package static let listing = Result {
        let rows = try sql.get().split(separator: "\n").filter { $0.hasPrefix("INSERT INTO grdb_migrations ") }
        return "DELETE FROM grdb_migrations;\n" + rows.joined(separator: "\n")
    }
}
