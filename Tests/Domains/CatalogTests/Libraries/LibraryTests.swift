import Foundation
import Journal
import Primitives
import SQLiteStore
import Support
import Testing

@testable import Catalog

@Suite("Libraries") struct LibraryTests {
    private func add(_ path: String, as name: String = "Other", _ catalogue: TestCatalogue) async -> String? {
        do {
            _ = try await catalogue.libraries.add(
                name: name, path: Array(path.utf8), as: TestCatalogue.admin, by: .gateway)
            return nil
        } catch {
            return (error as? DomainError)?.reason ?? "\(error)"
        }
    }

    @Test("must be folders of their own that can be read") func rules() async throws {
        let catalogue = try await TestCatalogue()
        let top = catalogue.folder.path
        try FileManager.default.createDirectory(atPath: top + "/music/inner", withIntermediateDirectories: true)
        try FileManager.default.createDirectory(atPath: top + "/music two", withIntermediateDirectories: true)
        try "x".write(toFile: top + "/file", atomically: true, encoding: .utf8)
        try FileManager.default.createSymbolicLink(atPath: top + "/link", withDestinationPath: top + "/music")
        #expect(await add("music", catalogue) == "library_unreadable")
        #expect(await add(top + "/none", catalogue) == "library_unreadable")
        #expect(await add(top + "/file", catalogue) == "library_unreadable")
        #expect(await add(top + "/music", catalogue) == "library_overlaps")
        #expect(await add(top + "/music/inner/..", catalogue) == "library_overlaps")
        #expect(await add(top + "/music/inner", catalogue) == "library_overlaps")
        #expect(await add(top, catalogue) == "library_overlaps")
        #expect(await add(top + "/link", catalogue) == "library_overlaps")
        #expect(await add(top + "/data", catalogue) == "library_overlaps")
        #expect(await add("/", catalogue) == "library_overlaps")
        #expect(await add(top + "/music two/", catalogue) == nil)
        #expect(
            try await catalogue.libraries.list(as: TestCatalogue.admin).map(\.library.displayPath.count) == [
                (top + "/music").count, (top + "/music two").count,
            ])
    }

    @Test("have names that differ by more than case") func names() async throws {
        let catalogue = try await TestCatalogue()
        let top = catalogue.folder.path
        for folder in ["/two", "/three"] {
            try FileManager.default.createDirectory(atPath: top + folder, withIntermediateDirectories: true)
        }
        #expect(await add(top + "/two", as: " mUSIC", catalogue) == "library_name_taken")
        #expect(await add(top + "/two", as: "Płyty", catalogue) == nil)
        #expect(await add(top + "/three", as: "PŁYTY", catalogue) == "library_name_taken")
        try await catalogue.libraries.remove(catalogue.library, as: TestCatalogue.admin, by: .gateway)
        #expect(await add(top + "/three", as: "Music", catalogue) == nil)
    }

    @Test("only an admin sees and changes them") func permission() async throws {
        let catalogue = try await TestCatalogue()
        await #expect(throws: DomainError.self) { try await catalogue.libraries.list(as: TestCatalogue.listener) }
        await #expect(throws: DomainError.self) {
            try await catalogue.libraries.remove(catalogue.library, as: TestCatalogue.listener, by: .gateway)
        }
    }

    @Test("are journalled with their scans") func journal() async throws {
        let catalogue = try await TestCatalogue()
        try catalogue.music.write("1.flac", "artist=Nina")
        try await catalogue.scan()
        let items = try await catalogue.libraries.list(as: TestCatalogue.admin)
        #expect(items.map(\.trackCount) == [1])
        #expect(items.allSatisfy { $0.lastScanAt != nil })
        try await catalogue.libraries.remove(catalogue.library, as: TestCatalogue.admin, by: .commandLine)
        let entries = try await SQLiteJournalReader(catalogue.database).entries(.first(9)).items
        #expect(entries.map(\.action) == ["library.remove", "scan.finish", "scan.start", "library.add"])
        #expect(entries[1].details["added"] == "1")
        await #expect(throws: DomainError.self) {
            try await catalogue.libraries.remove(catalogue.library, as: TestCatalogue.admin, by: .gateway)
        }
        #expect(try await SQLiteJournalReader(catalogue.database).entries(.first(9)).items.count == 4)
    }

    @Test("files that move to another library keep their id") func moveBetween() async throws {
        let catalogue = try await TestCatalogue()
        let other = try MusicFolder(catalogue.folder.path + "/z")
        _ = try await catalogue.libraries.add(
            name: "Z", path: Array(other.path.utf8), as: TestCatalogue.admin, by: .gateway)
        try catalogue.music.write("a/1.flac", "title=Song", "artist=Nina", "album=Pastel")
        try catalogue.music.write("a/2.flac", "title=Stays", "artist=Nina", "album=Pastel")
        try await catalogue.scan()
        let before = try await catalogue.track("Song")?.id
        try catalogue.music.move("a/1.flac", "../z/1.flac")
        let scan = try await catalogue.scan()
        #expect(scan.counts.moved == 1)
        #expect(scan.counts.removed == 0)
        #expect(try await catalogue.track("Song")?.id == before)
        #expect(try await catalogue.albums().map(\.trackCount) == [1, 1])
        #expect(try await catalogue.faults() == [])
    }
}
