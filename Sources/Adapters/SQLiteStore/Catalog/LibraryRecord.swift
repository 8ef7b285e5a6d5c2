import Catalog
import Foundation
import GRDB
import Primitives

/// The row of a library.
enum LibraryRecord {
    /// Those that were not removed, by name.
    static func all(_ db: Database) throws -> [Library] {
        try Row.fetchAll(
            db, sql: "SELECT id, name, path, added_at FROM library WHERE removed_at IS NULL ORDER BY name_key, id"
        ).map(library)
    }

    /// Stores `library`; one that was removed and had the same path is that library again, and keeps its id.
    static func insert(_ library: Library, _ db: Database) throws -> Library {
        let row = try Row.fetchOne(
            db,
            sql: """
                INSERT INTO library (id, name, name_key, path, added_at, number)
                VALUES (?, ?, ?, ?, ?, (SELECT ifnull(max(number), 0) + 1 FROM library))
                ON CONFLICT (path) DO UPDATE SET name = excluded.name, name_key = excluded.name_key,
                  added_at = excluded.added_at, last_scan_at = NULL, removed_at = NULL
                WHERE removed_at IS NOT NULL
                RETURNING id, name, path, added_at
                """,
            arguments: [
                library.id.rawValue, library.name, SortKeys.key(library.name), Data(library.path),
                library.addedAt.milliseconds,
            ])
        guard let row else { throw DomainError(.conflict, "This folder is a library already", field: "path") }
        return self.library(row)
    }

    static func library(_ row: Row) -> Library {
        let path: Data = row["path"]
        return Library(
            id: ID(row["id"]), name: row["name"], path: [UInt8](path),
            addedAt: Timestamp(milliseconds: row["added_at"]))
    }
}
