package import Primitives
import GRDB

/// Owners of images in SQLite.
package struct SQLiteBlobOwners: BlobOwners {
    private let database: SQLiteDatabase

    package init(_ database: SQLiteDatabase) {
        self.database = database
    }

    package func note(_ person: ID<Person>, of key: BlobKey) async throws {
        try await database.write(.upkeep) { db in
            try db.execute(
                sql: """
                    INSERT INTO image_owner (image, account) SELECT ?1, id FROM account WHERE id = ?2
                    ON CONFLICT (image) DO UPDATE SET account = excluded.account
                    """, arguments: [key.hex, person.rawValue])
        }
    }

    package func owners(of keys: [BlobKey]) async throws -> [BlobKey: String] {
        try await database.read { db in
            let rows = try Row.fetchAll(
                db,
                sql: "SELECT image, account FROM image_owner WHERE image IN (SELECT value FROM json_each(?))",
                arguments: [JSONList(keys.map(\.hex))])
            let owners = rows.compactMap { row in
                BlobKey(hex: row["image"]).map { ($0, (row["account"] as String?) ?? "") }
            }
            return Dictionary(uniqueKeysWithValues: owners)
        }
    }

    package func forget(_ keys: [BlobKey]) async throws {
        guard !keys.isEmpty else { return }
        try await database.write(.upkeep) { db in
            try db.execute(
                sql: "DELETE FROM image_owner WHERE image IN (SELECT value FROM json_each(?))",
                arguments: [JSONList(keys.map(\.hex))])
        }
    }
}
