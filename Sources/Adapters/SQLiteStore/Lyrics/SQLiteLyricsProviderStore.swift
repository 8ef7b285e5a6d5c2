import Foundation
import GRDB
package import Journal
package import Lyrics
import Primitives

/// The rows of providers of lyrics.
enum LyricsProviderTable {
    /// In the admin's order.
    static func all(_ db: Database) throws -> [LyricsProvider] {
        try db.rows(ordered).compactMap { row in
            guard let kind = LyricsProvider.Kind(rawValue: row["kind"]) else { return nil }
            return LyricsProvider(
                id: row["id"], kind: kind, name: row["name"], base: row["base"],
                sealedKey: (row["sealed_key"] as Data?).map { [UInt8]($0) }, isEnabled: row["is_enabled"],
                storageDays: row["storage_days"], changedAt: row["changed_at"])
        }
    }

    /// Rows that stay are updated in place: a row that is replaced would take its words with it.
    static func store(_ providers: [LyricsProvider], replacing before: [LyricsProvider], _ db: Database) throws {
        for provider in before where !providers.contains(where: { $0.id == provider.id }) {
            try db.run("DELETE FROM lyrics_provider WHERE id = ?", [provider.id])
        }
        for (position, provider) in providers.enumerated() {
            try db.run(
                upsert,
                [
                    provider.id, position, provider.kind.rawValue, provider.name, provider.base,
                    provider.sealedKey.map { Data($0) }, provider.isEnabled, provider.storageDays, provider.changedAt,
                ])
        }
    }

    static let ordered = """
        SELECT id, kind, name, base, sealed_key, is_enabled, storage_days, changed_at FROM lyrics_provider
        ORDER BY position
        """
    private static let upsert = """
        INSERT INTO lyrics_provider (id, position, kind, name, base, sealed_key, is_enabled, storage_days, changed_at)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
        ON CONFLICT (id) DO UPDATE SET
          \(Database.excluded("position, name, base, sealed_key, is_enabled, storage_days, changed_at"))
        """
}

/// Providers of lyrics, in SQLite.
package struct SQLiteLyricsProviderStore: LyricsProviderStore {
    private let database: SQLiteDatabase

    package init(_ database: SQLiteDatabase) {
        self.database = database
    }

    package func list() async throws -> [LyricsProvider] {
        try await database.read(LyricsProviderTable.all)
    }

    package func edit(
        _ change: @escaping @Sendable (inout [LyricsProvider]) throws -> [JournalEntry]
    ) async throws -> [LyricsProvider] {
        try await database.edit(.administration, LyricsProviderTable.all, change, store: LyricsProviderTable.store)
    }
}
