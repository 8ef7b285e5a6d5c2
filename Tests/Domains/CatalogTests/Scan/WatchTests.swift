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
    /// Runs the watch and the scanner while `body` changes files. The catalogue's own library has been scanned by then, so that what is
    /// found in it later was seen to change.
    private func watching(
        _ catalogue: TestCatalogue, quiet: Duration = .milliseconds(60), logger: Logger = Logger(label: "test"),
        _ body: @Sendable @escaping () async throws -> Void
    ) async throws {
        try await catalogue.scan()
        let database = catalogue.database
        let watch = LibraryWatch(
            store: SQLiteLibraryStore(database), runner: catalogue.runner,
            observer: InotifyLibraryObserver(logger: Logger(label: "test")),
            catalogueChanges: { database.changes.revisions(of: .catalogue) },
            timing: WatchTiming(quiet: quiet, timeout: quiet * 4, rest: 0), logger: logger)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await catalogue.runner.run() }
            group.addTask { try await watch.run() }
            group.addTask { try await body() }
            // The body is the first to end, unless one of the others fails.
            try await group.next()
            group.cancelAll()
            while (try? await group.next()) != nil {}
        }
    }

    /// Asks until the catalogue's titles are `expected`; `again` is done before each asking.
    private func expect(
        _ expected: [String], in catalogue: TestCatalogue, _ again: () throws -> Void = {}
    ) async throws {
        try await waitUntil("the titles are \(expected)") {
            try again()
            return try await catalogue.titles() == expected
        }
    }

    /// Writes a new file again and again until it is seen: then the folders are watched.
    private func awaitWatch(_ catalogue: TestCatalogue) async throws {
        var number = 0
        try await waitUntil("the first file is seen") {
            number += 1
            try catalogue.music.write("first.flac", "title=First", "comment=\(number)")
            return try await !catalogue.titles().isEmpty
        }
    }

    @Test("finds files that come, change, move and go, in folders that come and move too")
    func changes() async throws {
        let catalogue = try await TestCatalogue()
        try catalogue.music.write("seed/notes.txt", "x")
        try await watching(catalogue) {
            try await awaitWatch(catalogue)
            try catalogue.music.write("new/deep/er/a.flac", "title=Alpha")
            try await expect(["Alpha", "First"], in: catalogue)
            try catalogue.music.move("new", "moved")
            try catalogue.music.write("moved/deep/er/b.flac", "title=Beta")
            try await expect(["Alpha", "Beta", "First"], in: catalogue)
            try catalogue.music.write("moved/deep/er/a.flac", "title=Gamma!")
            try await expect(["Beta", "First", "Gamma!"], in: catalogue)
            try catalogue.music.remove("moved")
            try await expect(["First"], in: catalogue)
            try catalogue.music.write("other.flac", "title=Other")
            try catalogue.music.link("link.flac", to: "other.flac")
            try await expect(["First", "Other", "Other"], in: catalogue)
        }
    }

    @Test("is watched again when its folder went away and came back, and when it is added later")
    func comings() async throws {
        let catalogue = try await TestCatalogue()
        try await watching(catalogue) {
            try await awaitWatch(catalogue)
            let second = try MusicFolder(catalogue.folder.path + "/second")
            _ = try await catalogue.libraries.add(
                name: "Second", path: Array(second.path.utf8), as: TestCatalogue.admin, by: .gateway)
            var number = 0
            try await expect(["First", "Later"], in: catalogue) {
                number += 1
                if number % 10 == 1 { try second.write("later.flac", "title=Later", "comment=\(number)") }
            }
            // The first scan is past the folder now: this is seen because it is watched.
            try await expect(["First", "Later", "Latest"], in: catalogue) {
                number += 1
                if number % 10 == 1 { try second.write("latest.flac", "title=Latest", "comment=\(number)") }
            }
        }
    }

    @Test("is scanned once when it is added, and when it is added again, though nothing changes in it")
    func additions() async throws {
        let catalogue = try await TestCatalogue()
        let other = try MusicFolder(catalogue.folder.path + "/other")
        try other.write("other.flac", "title=Other")
        let second = try MusicFolder(catalogue.folder.path + "/second")
        try second.write("later.flac", "title=Later")
        try await watching(catalogue) {
            _ = try await add("Other", other, to: catalogue)
            try await expect(["Other"], in: catalogue)
            let library = try await add("Second", second, to: catalogue)
            try await expect(["Later", "Other"], in: catalogue)
            try await remove(library, from: catalogue)
            #expect(try await catalogue.titles() == ["Other"])
            #expect(try await add("Second", second, to: catalogue) == library)
            try await expect(["Later", "Other"], in: catalogue)
            #expect(try await catalogue.scans() == 4)
        }
    }

    private func add(_ name: String, _ folder: MusicFolder, to catalogue: TestCatalogue) async throws -> ID<Library> {
        try await catalogue.libraries.add(
            name: name, path: Array(folder.path.utf8), as: TestCatalogue.admin, by: .gateway
        ).library.id
    }

    /// As soon as no scan runs.
    private func remove(_ library: ID<Library>, from catalogue: TestCatalogue) async throws {
        try await waitUntil("no scan runs") {
            do {
                try await catalogue.libraries.remove(library, as: TestCatalogue.admin, by: .gateway)
                return true
            } catch let error as DomainError where error.reason == "scan_running" {
                return false
            }
        }
    }

    @Test("is scanned after all when a scan could not be begun, though nothing changes any more") func failure()
        async throws
    {
        let catalogue = try await TestCatalogue()
        let told = Gate()
        let logger = Logger(label: "test") { _ in WarningWatch(told: told) }
        try await watching(catalogue, logger: logger) {
            try await awaitWatch(catalogue)
            try await waitUntil("the scan ends") { await catalogue.runner.running == nil }
            try await catalogue.database.write(.catalogue) { db in
                try db.execute(
                    sql: "CREATE TRIGGER busy BEFORE INSERT ON scan BEGIN SELECT RAISE(ABORT, 'no'); END")
            }
            try catalogue.music.write("second.flac", "title=Second")
            await told.opened()
            try await catalogue.database.write(.catalogue) { try $0.execute(sql: "DROP TRIGGER busy") }
            try await expect(["First", "Second"], in: catalogue)
        }
    }

    @Test("is not scanned for every file of a burst")
    func burst() async throws {
        let catalogue = try await TestCatalogue()
        try await watching(catalogue, quiet: .milliseconds(300)) {
            try await awaitWatch(catalogue)
            let before = try await catalogue.scans()
            for number in 1...40 { try catalogue.music.write("album/\(number).flac", "title=T\(number + 100)") }
            try await expect(["First"] + (101...140).map { "T\($0)" }, in: catalogue)
            #expect(try await catalogue.scans() < before + 10)
        }
    }
}

/// Opens its gate with the first warning.
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

extension TestCatalogue {
    fileprivate func scans() async throws -> Int {
        try await database.read { db in try Int.fetchOne(db, sql: "SELECT count(*) FROM scan") ?? 0 }
    }
}
