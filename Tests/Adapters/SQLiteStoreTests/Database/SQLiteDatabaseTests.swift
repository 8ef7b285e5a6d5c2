import Accounts
import Foundation
import GRDB
import Journal
import Primitives
import Support
import Testing

@testable import SQLiteStore

@Suite("The database file") struct SQLiteDatabaseTests {
    @Test("a commit is synced before it is acknowledged") func synchronous() async throws {
        let folder = try TemporaryFolder()
        let database = try SQLiteDatabase.open(path: folder.path + "/rondo.sqlite")
        let (level, keys, mode) = try await database.pool.write { db in
            (
                try Int.fetchOne(db, sql: "PRAGMA synchronous"), try Int.fetchOne(db, sql: "PRAGMA foreign_keys"),
                try String.fetchOne(db, sql: "PRAGMA journal_mode")
            )
        }
        #expect(level == 2)
        #expect(keys == 1)
        #expect(mode == "wal")
    }

    @Test("the schema of a newer version is refused") func newerSchema() throws {
        let folder = try TemporaryFolder()
        let later = Migration(name: "9999 later") { _ in }
        try SQLiteDatabase.open(path: folder.path + "/a", migrations: .all + [later]).close()
        #expect { try SQLiteDatabase.open(path: folder.path + "/a") } throws: { error in
            (error as? DomainError)?.reason == "schema_newer"
        }
    }

    @Test("a file that is not a database is reported and not overwritten") func notADatabase() throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/a"
        try String(repeating: "not a database ", count: 500).write(toFile: path, atomically: true, encoding: .utf8)
        #expect { try SQLiteDatabase.open(path: path) } throws: { error in
            (error as? DomainError)?.reason == "database_corrupt"
        }
    }

    @Test("another connection's commit changes the counter and triggers the signal") func changes() async throws {
        let folder = try TemporaryFolder()
        let mine = try SQLiteDatabase.open(path: folder.path + "/a")
        let other = try SQLiteDatabase.open(path: folder.path + "/a")
        let before = try await mine.changeCount()
        #expect(try await mine.changeCount() == before)
        try await other.write(.accounts) { db in
            try JournalEntry(at: Timestamp(milliseconds: 1), by: .gateway, "test.done").append(to: db)
        }
        #expect(try await mine.changeCount() != before)
        #expect(mine.changes.revision(of: .accounts) == 0)
        var revisions = mine.changes.revisions(of: .accounts).makeAsyncIterator()
        try await mine.refreshChanges()
        #expect(await revisions.next() == 1)
        #expect(mine.changes.revision(of: .accounts) == 1)
        #expect(mine.changes.revision(of: .catalogue) == 0)
    }

    @Test("the watcher notices another process's commit") func watcher() async throws {
        let folder = try TemporaryFolder()
        let mine = try SQLiteDatabase.open(path: folder.path + "/a")
        let other = try SQLiteDatabase.open(path: folder.path + "/a")
        var revisions = mine.changes.revisions(of: .listening).makeAsyncIterator()
        let watcher = Task { try await ChangeWatcher(mine, every: .milliseconds(1)).run() }
        try await other.write(.listening) { try $0.execute(sql: "SELECT 1") }
        #expect(await revisions.next() == 1)
        watcher.cancel()
        try await watcher.value
    }
}
