import Catalog
import GRDB
import Journal
import Primitives
import Support
import Testing

@testable import SQLiteStore

@Suite("A database that has no room left") struct FullDatabaseTests {
    @Test("says so, changes nothing, is still read, and goes on when there is room") func full() async throws {
        let folder = try TemporaryFolder()
        let database = try SQLiteDatabase.open(path: folder.path + "/a")
        let store = SQLiteLibraryStore(database)
        let library = Library(
            id: ID("l"), name: String(repeating: "x", count: 60_000), path: [47, 97],
            addedAt: Timestamp(milliseconds: 1))
        let entry = JournalEntry(at: Timestamp(milliseconds: 1), by: .gateway, "library.add")
        let pages = try await database.pool.write { db in
            let pages = try Int.fetchOne(db, sql: "PRAGMA page_count") ?? 0
            return try Int.fetchOne(db, sql: "PRAGMA max_page_count = \(pages)") ?? 0
        }
        #expect(pages > 0)
        await #expect { try await store.insert(library, entry: { _ in entry }, check: { _ in }) } throws: { error in
            (error as? DomainError)?.code == .storageFull
        }
        #expect(try await store.libraries() == [])
        _ = try await database.pool.write { try Int.fetchOne($0, sql: "PRAGMA max_page_count = 1000000") }
        #expect(try await store.insert(library, entry: { _ in entry }, check: { _ in }) == library)
        #expect(try await store.libraries() == [library])
    }

    @Test("a rule that refuses undoes the write") func refused() async throws {
        let folder = try TemporaryFolder()
        let database = try SQLiteDatabase.open(path: folder.path + "/a")
        let store = SQLiteLibraryStore(database)
        let library = Library(id: ID("l"), name: "L", path: [47], addedAt: Timestamp(milliseconds: 1))
        let entry = JournalEntry(at: Timestamp(milliseconds: 1), by: .gateway, "library.add")
        await #expect(throws: DomainError.self) {
            try await store.insert(library, entry: { _ in entry }) { _ in throw DomainError(.conflict, "no") }
        }
        #expect(try await store.libraries() == [])
        #expect(try await SQLiteJournalReader(database).entries(.first(5)).items.isEmpty)
    }
}
