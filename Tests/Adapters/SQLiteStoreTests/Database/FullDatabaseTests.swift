import Catalog
import GRDB
import Journal
import Primitives
import Support
import Testing

@testable import SQLiteStore

@Suite("A full database") struct FullDatabaseTests {
    @Test("reports it, changes nothing, can be read, and recovers when there is space") func full() async throws {
        let folder = try TemporaryFolder()
        let database = try SQLiteDatabase.new(at: folder.path + "/a")
        let store = SQLiteLibraryStore(database)
        let library = Library(
            id: ID("l"), name: String(repeating: "x", count: 60_000), path: [47, 97],
            addedAt: Timestamp(milliseconds: 1))
        @Sendable func add(_: any LibraryState) -> (Changes<LibraryWrite>?, Void) {
            (Changes(at: library.addedAt, .put(library)), ())
        }
        let pages = try await database.pool.write { db in
            let pages = try Int.fetchOne(db, sql: "PRAGMA page_count") ?? 0
            return try Int.fetchOne(db, sql: "PRAGMA max_page_count = \(pages)") ?? 0
        }
        #expect(pages > 0)
        await #expect { try await store.edit(add) } throws: { error in
            (error as? DomainError)?.code == .storageFull
        }
        #expect(try await store.libraries() == [])
        _ = try await database.pool.write { try Int.fetchOne($0, sql: "PRAGMA max_page_count = 1000000") }
        try await store.edit(add)
        #expect(try await store.libraries() == [library])
    }
}
