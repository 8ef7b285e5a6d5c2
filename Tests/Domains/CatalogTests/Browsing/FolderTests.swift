import Catalog
import Foundation
import Primitives
import Support
import GRDB
import Testing

@testable import SQLiteStore

@Suite("Folders") struct FolderTests {
    private func top(_ catalogue: TestCatalogue) async throws -> FolderContents? {
        try await BrowsingService(store: SQLiteBrowsingStore(catalogue.database)).tops(as: TestCatalogue.admin).first
    }

    private func open(_ folder: Folder, _ catalogue: TestCatalogue) async throws -> FolderContents {
        try await BrowsingService(store: SQLiteBrowsingStore(catalogue.database)).contents(
            of: folder.id, as: TestCatalogue.listener)
    }

    @Test("are those of the disk, by name, with their files by number") func tree() async throws {
        let catalogue = try await TestCatalogue()
        try catalogue.music.write("b/two.flac", "title=Two", "track=2", "album=B")
        try catalogue.music.write("b/one.flac", "title=One", "track=1", "album=B")
        try catalogue.music.write("a/deep/down/far.flac", "title=Far", "album=A")
        try catalogue.music.write("Loose.flac", "title=Loose", "album=L")
        try await catalogue.scan()
        let top = try #require(try await top(catalogue))
        #expect(top.folder.name == "Music" && top.folder.parent == nil)
        #expect(top.folders.map(\.name) == ["a", "b"])
        #expect(top.tracks.map(\.item.title) == ["Loose"])
        #expect(try await open(top.folders[1], catalogue).tracks.map(\.item.title) == ["One", "Two"])
        let deep = try await open(top.folders[0], catalogue)
        #expect(deep.tracks.isEmpty && deep.folders.map(\.name) == ["deep"] && deep.folder.parent == top.folder.id)
    }

    @Test("without music are not there, and are the same when it comes back") func gone() async throws {
        let catalogue = try await TestCatalogue()
        try catalogue.music.write("a/b/one.flac", "title=One")
        try catalogue.music.write("ab/two.flac", "title=Two")
        try await catalogue.scan()
        let before = try #require(try await top(catalogue)).folders
        try catalogue.music.move("a/b/one.flac", "../one.flac")
        try await catalogue.scan()
        #expect(try #require(try await top(catalogue)).folders.map(\.name) == ["ab"])
        await #expect(throws: DomainError.notFound("There is no such folder")) {
            try await open(before[0], catalogue)
        }
        try catalogue.music.move("../one.flac", "a/b/one.flac")
        try await catalogue.scan()
        #expect(try #require(try await top(catalogue)).folders.map(\.id) == before.map(\.id))
    }

    @Test("of a database that knew none are made as it is opened") func filled() async throws {
        let catalogue = try await TestCatalogue()
        try catalogue.music.write("a/b/one.flac", "title=One")
        try await catalogue.scan()
        try await catalogue.database.write(.catalogue) { try $0.execute(sql: "DELETE FROM folder") }
        #expect(try await top(catalogue) == nil)
        try catalogue.database.close()
        let opened = try SQLiteDatabase.open(path: catalogue.folder.path + "/data/rondo.sqlite")
        let tops = try await BrowsingService(store: SQLiteBrowsingStore(opened)).tops(as: TestCatalogue.admin)
        #expect(tops.map { $0.folders.map(\.name) } == [["a"]])
        try opened.close()
    }
}
