package import Catalog
import GRDB
package import Journal
package import Primitives
package import Shelf

/// Shelves and their folders in SQLite.
package struct SQLiteShelfStore: ShelfStore, BlobUser {
    private static let folders = KeysetList(name: "shelf.folders", columns: [.text, .text])
    let database: SQLiteDatabase

    package init(_ database: SQLiteDatabase) {
        self.database = database
    }

    package func folders(
        for caller: Principal, _ page: PageRequest
    ) async throws -> (Page<ShelfFolder>, ShelfCount) {
        let position = try Self.folders.position(page.cursor)
        return try await database.read { db in
            let reader = FolderShelfReader(db, for: caller)
            let found = try reader.page(after: position, limit: page.limit + 1)
            let folders = Self.folders.page(found, limit: page.limit) {
                [.text($0.key), .text($0.folder.id.rawValue)]
            }
            return (folders.map(\.folder), try reader.count())
        }
    }

    package func folder(_ id: ID<ShelfFolder>, for caller: Principal) async throws -> ShelfFolder {
        try await database.read { try FolderShelfReader($0, for: caller).folder(id) }
    }

    package func items(_ query: ShelfQuery, for caller: Principal, _ page: PageRequest) async throws -> Page<ShelfItem>
    {
        let isByTitle = query.sort == .title
        let list = KeysetList(name: query.list, columns: [isByTitle ? .text : .integer, .text])
        let position = try list.position(page.cursor)
        return try await database.read { db in
            let found = try ShelfItemReader(db, for: caller).page(query, after: position, limit: page.limit + 1)
            return list.page(found, limit: page.limit) { item, key in
                [
                    isByTitle
                        ? .text(String.fromDatabaseValue(key) ?? "") : .integer(Int64.fromDatabaseValue(key) ?? 0),
                    .text(item.id.rawValue),
                ]
            }.map(\.item)
        }
    }

    package func item(_ id: ID<ShelfItem>, for caller: Principal) async throws -> ShelfItem {
        try await database.read { try ShelfItemReader($0, for: caller).item(id) }
    }

    package func shelved(among tracks: [ID<Track>], for caller: Principal) async throws -> Set<ID<Track>> {
        try await database.read { db in
            let found = try String.fetchAll(
                db.cachedStatement(sql: ShelfItemReader.shelved),
                arguments: [JSONList(tracks.map(\.rawValue)), caller.user.rawValue])
            return Set(found.map { ID($0) })
        }
    }

    package func statistics(for caller: Principal) async throws -> ShelfStatistics {
        try await database.read { try ShelfStatisticsReader($0, for: caller).statistics() }
    }

    package func edit<Outcome: Sendable>(
        _ decide: @escaping @Sendable (any ShelfState) throws -> (Changes<ShelfWrite>?, Outcome)
    ) async throws -> Outcome {
        try await database.write(.shelf) { db in
            let shelf = ShelfTable(db)
            let (changes, outcome) = try decide(shelf)
            try changes?.write(to: db, shelf.execute)
            return outcome
        }
    }

    /// Does nothing: pictures are only retained by their folders and items.
    package func release(unusedSince instant: Timestamp) async throws {}

    package func blobsInUse() async throws -> Set<BlobKey> {
        try await database.read { db in
            let keys = try String.fetchAll(
                db,
                sql: """
                    SELECT image FROM shelf_folder WHERE image IS NOT NULL
                    UNION SELECT cover FROM shelf_item WHERE cover IS NOT NULL
                    """)
            return Set(keys.compactMap(BlobKey.init(hex:)))
        }
    }
}
