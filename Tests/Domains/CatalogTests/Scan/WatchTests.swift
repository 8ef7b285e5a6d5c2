import Catalog
import Foundation
import GRDB
import Journal
import Files
import Logging
import Primitives
import Support
import Testing

@testable import SQLiteStore

@Suite("A watched library", .timeLimit(.minutes(10))) struct WatchTests {
    /// Runs the watcher and the scanner while `body` changes files. The catalog's own library has been scanned before,
    /// so later changes in it are found only by watching.
    private func watching(
        _ catalog: TestCatalog, quiet: Duration = .milliseconds(60), logger: Logger = Logger(label: "test"),
        _ body: @Sendable @escaping () async throws -> Void
    ) async throws {
        try await catalog.scan()
        let database = catalog.database
        let watch = LibraryWatch(
            store: SQLiteLibraryStore(database), runner: catalog.runner,
            observer: InotifyLibraryObserver(logger: Logger(label: "test")),
            catalogChanges: { database.changes.revisions(of: .catalogue) },
            timing: WatchTiming(quiet: quiet, timeout: quiet * 4, rest: 0), logger: logger)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await catalog.runner.run() }
            group.addTask { try await watch.run() }
            group.addTask { try await body() }
            // The body ends first, unless one of the others fails.
            try await group.next()
            group.cancelAll()
            while (try? await group.next()) != nil {}
        }
    }

    /// Waits until the catalog's titles are `expected`. Calls `again` before each check.
    private func expect(
        _ expected: [String], in catalog: TestCatalog, _ again: () throws -> Void = {}
    ) async throws {
        try await waitUntil("the titles are \(expected)") {
            try again()
            return try await catalog.titles() == expected
        }
    }

    /// Writes new files until one is noticed. Then the folders are watched.
    private func awaitWatch(_ catalog: TestCatalog) async throws {
        var number = 0
        try await waitUntil("the first file is seen") {
            number += 1
            try catalog.music.write("first.flac", "title=First", "comment=\(number)")
            return try await !catalog.titles().isEmpty
        }
    }

    @Test("finds files that are added, changed, moved and removed, in folders that do the same")
    func changes() async throws {
        let catalog = try await TestCatalog()
        try catalog.music.write("seed/notes.txt", "x")
        try await watching(catalog) {
            try await awaitWatch(catalog)
            try catalog.music.write("new/deep/er/a.flac", "title=Alpha")
            try await expect(["Alpha", "First"], in: catalog)
            try catalog.music.move("new", "moved")
            try catalog.music.write("moved/deep/er/b.flac", "title=Beta")
            try await expect(["Alpha", "Beta", "First"], in: catalog)
            try catalog.music.write("moved/deep/er/a.flac", "title=Gamma!")
            try await expect(["Beta", "First", "Gamma!"], in: catalog)
            try catalog.music.remove("moved")
            try await expect(["First"], in: catalog)
            try catalog.music.write("other.flac", "title=Other")
            try catalog.music.link("link.flac", to: "other.flac")
            try await expect(["First", "Other", "Other"], in: catalog)
        }
    }

    @Test("is watched again after its folder disappeared and returned, and when it is added later")
    func comings() async throws {
        let catalog = try await TestCatalog()
        try await watching(catalog) {
            try await awaitWatch(catalog)
            let second = try MusicFolder(catalog.folder.path + "/second")
            _ = try await catalog.libraries.add(
                name: "Second", path: Array(second.path.utf8), as: TestCatalog.admin, by: .gateway)
            var number = 0
            try await expect(["First", "Later"], in: catalog) {
                number += 1
                if number % 10 == 1 { try second.write("later.flac", "title=Later", "comment=\(number)") }
            }
            // The first scan has already passed this folder, so only watching can notice the file.
            try await expect(["First", "Later", "Latest"], in: catalog) {
                number += 1
                if number % 10 == 1 { try second.write("latest.flac", "title=Latest", "comment=\(number)") }
            }
        }
    }

    @Test("is scanned once when it is added, and when it is added again without changes")
    func additions() async throws {
        let catalog = try await TestCatalog()
        let other = try MusicFolder(catalog.folder.path + "/other")
        try other.write("other.flac", "title=Other")
        let second = try MusicFolder(catalog.folder.path + "/second")
        try second.write("later.flac", "title=Later")
        try await watching(catalog) {
            _ = try await add("Other", other, to: catalog)
            try await expect(["Other"], in: catalog)
            let library = try await add("Second", second, to: catalog)
            try await expect(["Later", "Other"], in: catalog)
            try await remove(library, from: catalog)
            #expect(try await catalog.titles() == ["Other"])
            #expect(try await add("Second", second, to: catalog) == library)
            try await expect(["Later", "Other"], in: catalog)
            #expect(try await catalog.scans() == 4)
        }
    }

    private func add(_ name: String, _ folder: MusicFolder, to catalog: TestCatalog) async throws -> ID<Library> {
        try await catalog.libraries.add(
            name: name, path: Array(folder.path.utf8), as: TestCatalog.admin, by: .gateway
        ).library.id
    }

    /// Removes the library once no scan is running.
    private func remove(_ library: ID<Library>, from catalog: TestCatalog) async throws {
        try await waitUntil("no scan runs") {
            do {
                try await catalog.libraries.remove(library, as: TestCatalog.admin, by: .gateway)
                return true
            } catch let error as DomainError where error.reason == "scan_running" {
                return false
            }
        }
    }

    @Test("is scanned later when a scan could not start, even without further changes")
    func failure() async throws {
        let catalog = try await TestCatalog()
        let told = Gate()
        let logger = Logger(label: "test") { _ in WarningWatch(told: told) }
        try await watching(catalog, logger: logger) {
            try await awaitWatch(catalog)
            try await waitUntil("the scan ends") { await catalog.runner.running == nil }
            try await catalog.database.write(.catalogue) { db in
                try db.execute(
                    sql: "CREATE TRIGGER busy BEFORE INSERT ON scan BEGIN SELECT RAISE(ABORT, 'no'); END")
            }
            try catalog.music.write("second.flac", "title=Second")
            await told.opened()
            try await catalog.database.write(.catalogue) { try $0.execute(sql: "DROP TRIGGER busy") }
            try await expect(["First", "Second"], in: catalog)
        }
    }

    @Test("is not scanned for every file of a burst")
    func burst() async throws {
        let catalog = try await TestCatalog()
        try await watching(catalog, quiet: .milliseconds(300)) {
            try await awaitWatch(catalog)
            let before = try await catalog.scans()
            for number in 1...40 { try catalog.music.write("album/\(number).flac", "title=T\(number + 100)") }
            try await expect(["First"] + (101...140).map { "T\($0)" }, in: catalog)
            #expect(try await catalog.scans() < before + 10)
        }
    }
}

/// Opens its gate at the first warning.
private struct WarningWatch: LogHandler {
    let told: Gate
    var metadata: Logger.Metadata = [:]
    var logLevel = Logger.Level.warning

    init(told: Gate) {
        self.told = told
    }

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
        told.open()
    }
}

extension TestCatalog {
    fileprivate func scans() async throws -> Int {
        try await database.read { db in try Int.fetchOne(db, sql: "SELECT count(*) FROM scan") ?? 0 }
    }
}
