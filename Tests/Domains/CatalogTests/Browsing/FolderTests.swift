import Catalog
import Foundation
import Primitives
import Support
import GRDB
import Testing

@testable import SQLiteStore

@Suite("Folders") struct FolderTests {
    private func top(_ catalog: TestCatalog) async throws -> FolderContents? {
        try await CatalogSyncService(store: SQLiteCatalogSyncStore(catalog.database)).tops(as: TestCatalog.admin).first
    }

    private func open(_ folder: Folder, _ catalog: TestCatalog) async throws -> FolderContents {
        try await CatalogSyncService(store: SQLiteCatalogSyncStore(catalog.database)).contents(
            of: folder.id, as: TestCatalog.listener)
    }

    @Test("match the disk, sorted by name, with their files by number") func tree() async throws {
        let catalog = try await TestCatalog()
        try catalog.music.write("b/two.flac", "title=Two", "track=2", "album=B")
        try catalog.music.write("b/one.flac", "title=One", "track=1", "album=B")
        try catalog.music.write("a/deep/down/far.flac", "title=Far", "album=A")
        try catalog.music.write("Loose.flac", "title=Loose", "album=L")
        try await catalog.scan()
        let top = try #require(try await top(catalog))
        #expect(top.folder.name == "Music" && top.folder.parent == nil)
        #expect(top.folders.map(\.name) == ["a", "b"])
        #expect(top.tracks.map(\.item.title) == ["Loose"])
        #expect(try await open(top.folders[1], catalog).tracks.map(\.item.title) == ["One", "Two"])
        let deep = try await open(top.folders[0], catalog)
        #expect(deep.tracks.isEmpty && deep.folders.map(\.name) == ["deep"] && deep.folder.parent == top.folder.id)
    }

    @Test("without music are hidden, and keep their ids when it returns") func gone() async throws {
        let catalog = try await TestCatalog()
        try catalog.music.write("a/b/one.flac", "title=One")
        try catalog.music.write("ab/two.flac", "title=Two")
        try await catalog.scan()
        let before = try #require(try await top(catalog)).folders
        try catalog.music.move("a/b/one.flac", "../one.flac")
        try await catalog.scan()
        #expect(try #require(try await top(catalog)).folders.map(\.name) == ["ab"])
        await #expect(throws: DomainError.notFound("There is no such folder")) {
            try await open(before[0], catalog)
        }
        try catalog.music.move("../one.flac", "a/b/one.flac")
        try await catalog.scan()
        #expect(try #require(try await top(catalog)).folders.map(\.id) == before.map(\.id))
    }

    @Test("are created when a database without them is opened") func filled() async throws {
        let catalog = try await TestCatalog()
        try catalog.music.write("a/b/one.flac", "title=One")
        try await catalog.scan()
        try await catalog.database.write(.catalogue) { try $0.execute(sql: "DELETE FROM folder") }
        #expect(try await top(catalog) == nil)
        try catalog.database.close()
        let opened = try SQLiteDatabase.open(path: catalog.folder.path + "/data/rondo.sqlite")
        let tops = try await CatalogSyncService(store: SQLiteCatalogSyncStore(opened)).tops(as: TestCatalog.admin)
        #expect(tops.map { $0.folders.map(\.name) } == [["a"]])
        try opened.close()
    }
}
