import Catalog
import Foundation
import GRDB
import Primitives

/// The row of a library.
enum LibraryRecord {
    static func all(_ db: Database) throws -> [Library] {
        try Row.fetchAll(db, sql: "SELECT id, name, path, added_at FROM library ORDER BY name_key, id").map(library)
    }

    static func library(_ row: Row) -> Library {
        let path: Data = row["path"]
        return Library(
            id: ID(row["id"]), name: row["name"], path: [UInt8](path),
            addedAt: Timestamp(milliseconds: row["added_at"]))
    }
}
