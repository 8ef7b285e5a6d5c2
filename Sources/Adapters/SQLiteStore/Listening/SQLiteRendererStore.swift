import GRDB
package import Journal
package import Listening
import Primitives

/// The allowed renderers in SQLite.
package struct SQLiteRendererStore: RendererStore {
    private let database: SQLiteDatabase

    package init(_ database: SQLiteDatabase) {
        self.database = database
    }

    package func allowed() async throws -> [AllowedRenderer] {
        try await database.read(Self.all)
    }

    package func edit(
        _ change: @escaping @Sendable (inout [AllowedRenderer]) throws -> [JournalEntry]
    ) async throws -> [AllowedRenderer] {
        try await database.edit(.listening, Self.all, change) { renderers, before, db in
            for renderer in before where !renderers.contains(renderer) {
                try db.run("DELETE FROM renderer WHERE id = ?", [renderer.id.text])
            }
            for renderer in renderers where !before.contains(renderer) {
                try db.run(
                    "INSERT INTO renderer (id, name, allowed_at) VALUES (?, ?, ?)",
                    [renderer.id.text, renderer.name, renderer.allowedAt])
            }
        }
    }

    private static func all(_ db: Database) throws -> [AllowedRenderer] {
        try db.rows("SELECT id, name, allowed_at FROM renderer").map { row in
            AllowedRenderer(id: try DeviceID(row["id"]), name: row["name"], allowedAt: row["allowed_at"])
        }.sorted { ($0.allowedAt.milliseconds, $0.id.text) < ($1.allowedAt.milliseconds, $1.id.text) }
    }
}
