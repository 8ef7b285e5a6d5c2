import Foundation
import Journal
import Primitives
import SQLiteStore
import Support
import Testing

@testable import Catalog

@Suite("Libraries") struct LibraryTests {
    private func add(_ path: String, as name: String = "Other", _ catalog: TestCatalog) async -> String? {
        do {
            _ = try await catalog.libraries.add(
                name: name, path: Array(path.utf8), as: TestCatalog.admin, by: .gateway)
            return nil
        } catch {
            return (error as? DomainError)?.reason ?? "\(error)"
        }
    }

    @Test("must be separate readable folders") func rules() async throws {
        let catalog = try await TestCatalog()
        let top = catalog.folder.path
        try FileManager.default.createDirectory(atPath: top + "/music/inner", withIntermediateDirectories: true)
        try FileManager.default.createDirectory(atPath: top + "/music two", withIntermediateDirectories: true)
        try "x".write(toFile: top + "/file", atomically: true, encoding: .utf8)
        try FileManager.default.createSymbolicLink(atPath: top + "/link", withDestinationPath: top + "/music")
        #expect(await add("music", catalog) == "library_unreadable")
        #expect(await add(top + "/none", catalog) == "library_unreadable")
        #expect(await add(top + "/file", catalog) == "library_unreadable")
        #expect(await add(top + "/music", catalog) == "library_overlaps")
        #expect(await add(top + "/music/inner/..", catalog) == "library_overlaps")
        #expect(await add(top + "/music/inner", catalog) == "library_overlaps")
        #expect(await add(top, catalog) == "library_overlaps")
        #expect(await add(top + "/link", catalog) == "library_overlaps")
        #expect(await add(top + "/data", catalog) == "library_overlaps")
        #expect(await add("/", catalog) == "library_overlaps")
        #expect(await add(top + "/music two/", catalog) == nil)
        #expect(
            try await catalog.libraries.list(as: TestCatalog.admin).map(\.library.displayPath.count) == [
                (top + "/music").count, (top + "/music two").count,
            ])
    }

    @Test("have names that differ by more than case") func names() async throws {
        let catalog = try await TestCatalog()
        let top = catalog.folder.path
        for folder in ["/two", "/three"] {
            try FileManager.default.createDirectory(atPath: top + folder, withIntermediateDirectories: true)
        }
        #expect(await add(top + "/two", as: " mUSIC", catalog) == "library_name_taken")
        #expect(await add(top + "/two", as: "Płyty", catalog) == nil)
        #expect(await add(top + "/three", as: "PŁYTY", catalog) == "library_name_taken")
        try await catalog.libraries.remove(catalog.library, as: TestCatalog.admin, by: .gateway)
        #expect(await add(top + "/three", as: "Music", catalog) == nil)
    }

    @Test("only an admin sees and changes them") func permission() async throws {
        let catalog = try await TestCatalog()
        await #expect(throws: DomainError.self) { try await catalog.libraries.list(as: TestCatalog.listener) }
        await #expect(throws: DomainError.self) {
            try await catalog.libraries.remove(catalog.library, as: TestCatalog.listener, by: .gateway)
        }
    }

    @Test("are journaled with their scans") func journal() async throws {
        let catalog = try await TestCatalog()
        try catalog.music.write("1.flac", "artist=Nina")
        try await catalog.scan()
        let items = try await catalog.libraries.list(as: TestCatalog.admin)
        #expect(items.map(\.trackCount) == [1])
        #expect(items.allSatisfy { $0.lastScanAt != nil })
        try await catalog.libraries.remove(catalog.library, as: TestCatalog.admin, by: .commandLine)
        let entries = try await SQLiteJournalStore(catalog.database).entries(.everything, .first(9)).items
        #expect(entries.map(\.action) == ["library.remove", "scan.finish", "scan.start", "library.add"])
        #expect(entries[1].details["added"] == "1")
        await #expect(throws: DomainError.self) {
            try await catalog.libraries.remove(catalog.library, as: TestCatalog.admin, by: .gateway)
        }
        #expect(try await SQLiteJournalStore(catalog.database).entries(.everything, .first(9)).items.count == 4)
    }

    @Test("keep the ids of files that move between them") func moveBetween() async throws {
        let catalog = try await TestCatalog()
        let other = try MusicFolder(catalog.folder.path + "/z")
        _ = try await catalog.libraries.add(
            name: "Z", path: Array(other.path.utf8), as: TestCatalog.admin, by: .gateway)
        try catalog.music.write("a/1.flac", "title=Song", "artist=Nina", "album=Pastel")
        try catalog.music.write("a/2.flac", "title=Stays", "artist=Nina", "album=Pastel")
        try await catalog.scan()
        let before = try await catalog.track("Song")?.id
        try catalog.music.move("a/1.flac", "../z/1.flac")
        let scan = try await catalog.scan()
        #expect(scan.counts.moved == 1)
        #expect(scan.counts.removed == 0)
        #expect(try await catalog.track("Song")?.id == before)
        #expect(try await catalog.albums().map(\.trackCount) == [1, 1])
        #expect(try await catalog.faults() == [])
    }
}
