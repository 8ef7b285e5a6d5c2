import Support
import Catalog
import Foundation
import GRDB
import Journal
import Primitives
import Testing

@testable import SQLiteStore

@Suite("An interrupted scan") struct InterruptedScanTests {
    private static func build(_ music: MusicFolder) throws {
        for album in 1...6 {
            for number in 1...4 {
                try music.write(
                    "artist \(album % 3)/album \(album)/\(number).flac", "title=Song \(album).\(number)",
                    "artist=Artist \(album % 3)", "album=Album \(album)", "track=\(number)", "genre=Genre \(album % 2)",
                    "cover=picture \(album)")
            }
        }
        try music.write("broken.flac", "broken=corrupt")
    }

    private static func change(_ music: MusicFolder) throws {
        try music.move("artist 1/album 1", "artist 1/first album")
        try music.remove("artist 2/album 2/3.flac")
        try music.write("artist 0/album 3/1.flac", "title=Changed", "artist=Artist 0", "album=Album 3", "track=1")
        try music.write("artist 0/album 9/1.flac", "title=New", "artist=Artist 9", "album=Album 9")
        try music.writePicture("artist 2/album 5/folder.jpg", "folder")
    }

    @Test(
        "is completed by the next scan to the same catalog, wherever it was cancelled", arguments: [1, 2, 5, 9, 17, 24])
    func cancelled(after reads: Int) async throws {
        let whole = try await TestCatalog()
        try Self.build(whole.music)
        try await whole.scan()

        let torn = try await TestCatalog(greatAbove: 2)
        try Self.build(torn.music)
        try await torn.scan(cancelledAfter: reads)
        #expect(try await torn.faults() == [])
        let scan = try await torn.scan()
        #expect(scan.state == .finished)
        #expect(try await torn.contents() == whole.contents())
        #expect(try await torn.faults() == [])
    }

    @Test("is completed to the same catalog after changes too", arguments: [1, 3, 5])
    func changed(after reads: Int) async throws {
        let fresh = try await TestCatalog()
        try Self.build(fresh.music)
        try Self.change(fresh.music)
        try await fresh.scan()

        let torn = try await TestCatalog(greatAbove: 2)
        try Self.build(torn.music)
        try await torn.scan()
        try Self.change(torn.music)
        try await torn.scan(cancelledAfter: reads)
        #expect(try await torn.faults() == [])
        try await torn.scan()
        #expect(try await torn.contents() == fresh.contents())
        #expect(try await torn.faults() == [])
        #expect(try await torn.scan().counts.changedAnything == false)
    }

    @Test("with a failing write leaves nothing of the batch behind") func failingWrite() async throws {
        let whole = try await TestCatalog()
        try Self.build(whole.music)
        try await whole.scan()
        let torn = try await TestCatalog(greatAbove: 2)
        try Self.build(torn.music)
        for table in ["genre", "album_artist", "track_genre", "artist_role"] {
            try await torn.database.pool.write { db in
                try db.execute(
                    sql: """
                        CREATE TRIGGER fail BEFORE INSERT ON \(table) BEGIN SELECT RAISE(ABORT, 'stop'); END
                        """)
            }
            let scan = try await torn.scan()
            #expect(scan.state == .failed)
            #expect(try await torn.titles() == [])
            try await torn.database.pool.write { try $0.execute(sql: "DROP TRIGGER fail") }
        }
        #expect(try await torn.scan().state == .finished)
        #expect(try await torn.contents() == whole.contents())
    }

    @Test("whose process died is shown as failed afterwards") func leftover() async throws {
        let catalog = try await TestCatalog()
        let scan = Scan(id: .make(at: catalog.clock.now()), library: nil, startedAt: catalog.clock.now())
        try await catalog.scanStore.begin(
            scan, entry: .init(at: scan.startedAt, by: .gateway, "scan.start"))
        try await catalog.scan()
        let stored = try await catalog.scanStore.scan(scan.id)
        #expect(stored?.state == .failed)
        #expect(stored?.finishedAt != nil)
    }

    @Test("two scans cannot run at once") func oneAtATime() async throws {
        let catalog = try await TestCatalog()
        try catalog.music.write("a/1.flac", "title=Song", "artist=Nina")
        let runner = catalog.runner
        catalog.reader.onRead { _ in }
        let service = ScanService(store: catalog.scanStore, runner: runner)
        let first = try await service.start(nil, as: TestCatalog.admin, by: .gateway)
        await #expect { try await service.start(nil, as: TestCatalog.admin, by: .gateway) } throws: { error in
            (error as? DomainError)?.reason == "scan_running"
        }
        await #expect {
            try await catalog.libraries.remove(catalog.library, as: TestCatalog.admin, by: .gateway)
        } throws: { error in (error as? DomainError)?.reason == "scan_running" }
        let ends = service.endings(of: first.id, catalog.runner)
        let service2 = Task { try await runner.run() }
        #expect(await ends.value == .finished)
        #expect(try await service.scan(first.id, as: TestCatalog.admin).counts.added == 1)
        #expect(try await service.scans(.first(5), as: TestCatalog.admin).items.map(\.id) == [first.id])
        let second = try await service.start(catalog.library, as: TestCatalog.admin, by: .gateway)
        #expect(await service.endings(of: second.id, catalog.runner).value == .finished)
        service2.cancel()
        try await service2.value
        try await catalog.libraries.remove(catalog.library, as: TestCatalog.admin, by: .gateway)
        #expect(try await catalog.contents() == [])
        #expect(try await catalog.faults() == [])
    }
}

extension TestCatalog {
    /// Scans in a task that is cancelled once this many files have been read.
    fileprivate func scan(cancelledAfter reads: Int) async throws {
        let (signal, fire) = AsyncStream.makeStream(of: Void.self)
        let counter = Counter()
        reader.onRead { _ in
            if counter.next() == reads { fire.finish() }
            if counter.value >= reads { throw CancellationError() }
        }
        let runner = runner
        let scan = Task { try await runner.scan(nil, by: .gateway) }
        for await _ in signal {}
        scan.cancel()
        _ = try await scan.value
        reader.onRead(nil)
    }
}

extension ScanService {
    /// The state in which a scan ends.
    fileprivate func endings(of id: ID<Scan>, _ runner: ScanRunner) -> Task<Scan.State?, Never> {
        let updates = runner.broadcaster.updates()
        return Task {
            if let latest = runner.broadcaster.latest, latest.id == id, latest.state != .running { return latest.state }
            for await scan in updates where scan.id == id && scan.state != .running { return scan.state }
            return nil
        }
    }
}
