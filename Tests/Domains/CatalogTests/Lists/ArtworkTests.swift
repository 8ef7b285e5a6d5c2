import Primitives
import Catalog
import Files
import GRDB
import Logging
import NIOPosix
import Support
import Testing

@testable import SQLiteStore

@Suite("Artwork", .timeLimit(.minutes(10))) struct ArtworkTests {
    private struct Studio {
        let folder: TemporaryFolder
        let blobs: DiskBlobStore
        let cache: DiskCache
        let database: SQLiteDatabase
        let facts: SQLiteImageFactsStore
        let processor = CountingProcessor()
        let clock = TestClock(step: .milliseconds(1))
        let queue: RenditionQueue
        let service: ArtworkService

        init(capacity: Int = 512) async throws {
            folder = try TemporaryFolder()
            blobs = try await DiskBlobStore.open(folder: folder.path + "/images", pool: .singleton)
            cache = try await DiskCache.open(folder: folder.path + "/cache", limit: 1 << 20, pool: .singleton)
            database = try SQLiteDatabase.new(at: folder.path + "/rondo.sqlite")
            facts = SQLiteImageFactsStore(database)
            queue = RenditionQueue(
                processor: processor, cache: cache, facts: facts, clock: clock, concurrency: 2, capacity: capacity,
                logger: Logger(label: "test"))
            service = ArtworkService(
                blobs: blobs, cache: cache, facts: facts, access: SQLiteImageAccessStore(database), queue: queue,
                clock: clock)
        }

        /// Stores a picture that a folder shows.
        func put(_ bytes: [UInt8]) async throws -> BlobKey {
            let key = try await blobs.put(bytes)
            try await database.write(.catalogue) { db in
                try db.execute(
                    sql: """
                        INSERT OR IGNORE INTO library (id, name, name_key, path, added_at) VALUES ('l', 'l', 'l', x'2F', 0);
                        INSERT INTO image (key, media_type, size) VALUES (:key, 'image/png', 1);
                        INSERT INTO folder_cover (library, folder, name, size, modified_ns, inode, image)
                        VALUES ('l', CAST(:key AS BLOB), x'63', 1, 1, 1, :key);
                        """, arguments: ["key": key.hex])
            }
            return key
        }

        func whileRunning<R: Sendable>(_ body: () async throws -> R) async throws -> R {
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask { await queue.run() }
                // Without this, a failing test would wait forever for the blocked processor.
                defer {
                    processor.release()
                    group.cancelAll()
                }
                return try await body()
            }
        }

        func rendition(_ key: BlobKey, _ pixels: Int = 300) async throws -> [UInt8] {
            let size = try #require(RenditionSize(atLeast: pixels))
            let (_, content) = try await service.rendition(
                of: key.hex, size: size, format: .webp, as: TestCatalog.listener)
            switch content {
            case .bytes(let bytes): return bytes
            case .file(let file):
                var bytes = [UInt8](repeating: 0, count: Int(file.size))
                let count = try bytes.withUnsafeMutableBytes { try file.read(into: $0, at: 0) }
                return Array(bytes.prefix(count))
            }
        }

        func reason(_ key: BlobKey, _ pixels: Int = 300) async -> String? {
            do {
                _ = try await rendition(key, pixels)
                return nil
            } catch {
                return (error as? DomainError)?.reason
            }
        }
    }

    @Test("is served by key to users who may browse") func image() async throws {
        let studio = try await Studio()
        let bytes = TextTagReader.picture("x")
        let key = try await studio.put(bytes)
        let image = try await studio.service.open(key.hex, as: TestCatalog.listener)
        #expect(image.kind == .png && image.file.size == Int64(bytes.count))
        let text = try await studio.put(Array("no picture".utf8))
        for wrong in ["", "../../etc/passwd", String(repeating: "0", count: 64), text.hex] {
            await #expect { try await studio.service.open(wrong, as: TestCatalog.listener) } throws: { error in
                (error as? DomainError)?.code == .notFound
            }
        }
        await #expect(throws: DomainError.self) {
            try await studio.service.open(key.hex, as: Principal(user: ID("x"), role: .anonymous))
        }
    }

    @Test("sizes are rounded up to a fixed set, and others are refused") func sizes() {
        #expect(
            [64, 65, 100, 300, 301, 1200].map { RenditionSize(atLeast: $0)?.pixels } == [64, 128, 128, 300, 384, 1200])
        for wrong in [Int.min, -1, 0, 63, 1201, Int.max] { #expect(RenditionSize(atLeast: wrong) == nil) }
    }

    @Test("fifty concurrent requests make one rendition, and the next one finds it cached")
    func singleFlight() async throws {
        let studio = try await Studio()
        let key = try await studio.put(TextTagReader.picture("x"))
        try await studio.whileRunning {
            studio.processor.hold()
            try await withThrowingTaskGroup(of: [UInt8].self) { group in
                for _ in 0..<50 { group.addTask { try await studio.rendition(key) } }
                try await waitUntil("one is rendered") { studio.processor.renderings.count == 1 }
                studio.processor.release()
                for try await bytes in group { #expect(bytes == Array(studio.processor.renderings[0].name.utf8)) }
            }
            #expect(try await !studio.rendition(key).isEmpty)
            #expect(studio.processor.renderings.count == 1)
            _ = try await studio.rendition(key, 64)
            #expect(studio.processor.renderings.count == 2)
        }
    }

    @Test("beyond its capacity it asks to retry later") func busy() async throws {
        let studio = try await Studio(capacity: 3)
        let key = try await studio.put(TextTagReader.picture("x"))
        try await studio.whileRunning {
            studio.processor.hold()
            try await withThrowingTaskGroup(of: [UInt8].self) { group in
                for size in [64, 128, 192] { group.addTask { try await studio.rendition(key, size) } }
                try await waitUntil("three wait") { studio.queue.count == 3 }
                #expect(await studio.reason(key, 1200) == "artwork_busy")
                studio.processor.release()
                for try await bytes in group { #expect(!bytes.isEmpty) }
            }
        }
    }

    @Test("a client that leaves does not keep a rendition queued") func abandoned() async throws {
        let studio = try await Studio(capacity: 3)
        let key = try await studio.put(TextTagReader.picture("x"))
        try await studio.whileRunning {
            studio.processor.hold()
            let first = Task { try await studio.rendition(key, 64) }
            let second = Task { try await studio.rendition(key, 128) }
            try await waitUntil("two are rendered") { studio.processor.renderings.count == 2 }
            let third = Task { try await studio.rendition(key, 192) }
            try await waitUntil("three wait") { studio.queue.count == 3 }
            third.cancel()
            await #expect(throws: CancellationError.self) { try await third.value }
            studio.processor.release()
            #expect(try await !first.value.isEmpty)
            #expect(try await !second.value.isEmpty)
            try await waitUntil("none waits") { studio.queue.count == 0 }
            #expect(try await !studio.rendition(key, 256).isEmpty)
            #expect(!studio.processor.renderings.contains { $0.size.pixels == 192 })
        }
    }

    @Test("a broken picture is tried once, and one that took too long again on the next day")
    func broken() async throws {
        let studio = try await Studio()
        let (cut, slow) = (
            try await studio.put(TextTagReader.picture("x")),
            try await studio.put(TextTagReader.picture("y"))
        )
        try await studio.whileRunning {
            studio.processor.fail(with: .broken(FileProblem(.truncated, "It ends early.")))
            #expect(await studio.reason(cut) == "image_broken")
            #expect(await studio.reason(cut, 64) == "image_broken")
            #expect(studio.processor.renderings.count == 1)
            studio.processor.fail(with: .broken(FileProblem(.timeout, "It took too long.")))
            #expect(await studio.reason(slow) == "image_broken")
            studio.processor.fail(with: nil)
            #expect(await studio.reason(slow) == "image_broken")
            studio.clock.advance(by: .seconds(25 * 60 * 60))
            #expect(await studio.reason(slow) == nil)
            #expect(await studio.reason(cut) == "image_broken")
            studio.processor.fail(with: .unavailable)
            #expect(await studio.reason(slow, 64) == "artwork_unavailable")
            studio.processor.fail(with: nil)
            #expect(await studio.reason(slow, 64) == nil)
        }
    }

    @Test("a request that arrives just when a rendition fails gets an answer") func failures() async throws {
        let studio = try await Studio()
        let key = try await studio.put(TextTagReader.picture("x"))
        studio.processor.fail(with: .unavailable)
        try await studio.whileRunning {
            await withTaskGroup(of: Void.self) { group in
                for _ in 0..<8 {
                    group.addTask {
                        for _ in 0..<100 {
                            let reason = await studio.reason(key)
                            #expect(reason == "artwork_unavailable")
                        }
                    }
                }
            }
            #expect(studio.queue.count == 0)
        }
    }

    @Test("waiting requests are told when it stops") func stops() async throws {
        let studio = try await Studio()
        let key = try await studio.put(TextTagReader.picture("x"))
        studio.processor.hold()
        let waiting = Task { await studio.reason(key) }
        let running = Task { await studio.queue.run() }
        try await waitUntil("one is rendered") { studio.processor.renderings.count == 1 }
        running.cancel()
        studio.processor.release()
        await running.value
        let reason = await waiting.value
        #expect(reason == nil || reason == "artwork_unavailable")
        #expect(await studio.reason(key, 64) == "artwork_unavailable")
    }
}
