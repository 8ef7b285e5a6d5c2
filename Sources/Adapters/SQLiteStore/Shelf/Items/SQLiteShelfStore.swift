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

    package func folders(for caller: Principal, _ page: PageRequest) async throws -> (Page<ShelfFolder>, ShelfCount) {
        let part = try Self.folders.part(page)
        return try await database.read { db in
            let reader = FolderShelfReader(db: db, caller: caller)
            return (try reader.page(part), try reader.count())
        }
    }

    package func folder(_ id: ID<ShelfFolder>, for caller: Principal) async throws -> ShelfFolder {
        try await database.read { try FolderShelfReader(db: $0, caller: caller).folder(id) }
    }

    package func items(_ query: ShelfQuery, for caller: Principal, _ page: PageRequest) async throws -> Page<ShelfItem>
    {
        let list = KeysetList(name: query.list, columns: [query.sort == .title ? .text : .integer, .text])
        let part = try list.part(page)
        return try await database.read { try ShelfItemReader(db: $0, caller: caller).page(query, part) }
    }

    package func item(_ id: ID<ShelfItem>, for caller: Principal) async throws -> ShelfItem {
        try await database.read { try ShelfItemReader(db: $0, caller: caller).item(id) }
    }

    package func shelved(among tracks: [ID<Track>], for caller: Principal) async throws -> Set<ID<Track>> {
        try await database.read { try $0.valueSet(ShelfItemReader.shelved, [JSONList(tracks), caller.user]) }
    }

    package func statistics(for caller: Principal) async throws -> ShelfStatistics {
        try await database.read { try ShelfStatisticsReader(db: $0, caller: caller).statistics() }
    }

    package func edit<Outcome: Sendable>(
        _ decide: @escaping Decision<any ShelfState, ShelfWrite, Outcome>
    ) async throws -> Outcome {
        try await database.edit(.shelf, ShelfTable.self, decide)
    }

    package func blobsInUse() async throws -> Set<BlobKey> {
        try await database.read { db in
            try db.blobKeys(
                """
                SELECT image FROM shelf_folder WHERE image IS NOT NULL
                UNION SELECT cover FROM shelf_item WHERE cover IS NOT NULL
                """)
        }
    }
}
