import Primitives
import Catalog
import Fingerprints
import Foundation
import Files
import Logging
import Support
import Testing

@testable import SQLiteStore

@Suite("The catalog's recordings", .timeLimit(.minutes(10))) struct FingerprintStoreTests {
    /// Hears the length of what a file says as `sound=`; `broken` cannot be decoded.
    private struct Listener: Fingerprinter {
        func fingerprint(of file: any ReadableFile, background: Bool) async throws(FingerprintFailure) -> Fingerprint? {
            var bytes = [UInt8](repeating: 0, count: 4096)
            let count = (try? bytes.withUnsafeMutableBytes { try file.read(into: $0, at: 0) }) ?? 0
            let text = String(decoding: bytes.prefix(count), as: UTF8.self)
            if text.contains("broken") { throw .broken }
            guard let seed = text.split(separator: "\n").first(where: { $0.hasPrefix("sound=") })?.utf8.last else {
                return nil
            }
            return FingerprintStoreTests.sound(UInt64(seed))
        }
    }

    private static func sound(_ seed: UInt64, flipped: Double = 0) -> Fingerprint? {
        var random = SeededGenerator(seed: seed)
        let values = (0..<240).map { _ in UInt32.random(in: 0...UInt32.max, using: &random) }
        return Fingerprint(
            values.map { value in
                (0..<32).reduce(value) { value, bit in
                    Double.random(in: 0..<1, using: &random) < flipped ? value ^ (1 << bit) : value
                }
            })
    }

    private static func prepared() async throws -> (TestCatalog, SQLiteFingerprintStore, FingerprintQueue) {
        let catalog = try await TestCatalog()
        for (name, sound) in [("a", "1"), ("b", "1"), ("c", "2")] {
            try catalog.music.write("\(name).flac", "title=\(name)", "sound=\(sound)")
        }
        try catalog.music.write("d.flac", "title=d", "note=broken")
        try await catalog.scan()
        let store = SQLiteFingerprintStore(catalog.database)
        let queue = FingerprintQueue(
            store: store, sources: catalog.store, files: LibraryFileOpener(), fingerprinter: Listener(),
            rest: .seconds(1), logger: Logger(label: "test"))
        return (catalog, store, queue)
    }

    private static func titles(
        _ catalog: TestCatalog, _ store: SQLiteFingerprintStore, like fingerprint: Fingerprint?,
        in scope: LibraryScope = .everything
    ) async throws -> [String] {
        let duration = try #require(try await catalog.track("a")?.durationMilliseconds)
        let found = try await store.tracks(like: try #require(fingerprint), duration: duration, in: scope, limit: 10)
        return try await catalog.store.items(for: found.map(\.subject), in: .everything).map(\.title)
    }

    @Test("are listened to once each, whatever comes of it") func once() async throws {
        let (catalog, store, queue) = try await Self.prepared()
        defer { withExtendedLifetime(catalog) {} }
        #expect(try await store.progress() == FingerprintProgress(done: 0, remaining: 4))
        try await queue.work()
        #expect(try await store.progress() == FingerprintProgress(done: 4, remaining: 0))
    }

    @Test("are found by what they sound like, the most alike first, in the libraries of who asks") func found()
        async throws
    {
        let (catalog, store, queue) = try await Self.prepared()
        try await queue.work()
        let heard = try await Self.titles(catalog, store, like: Self.sound(UInt64(UInt8(ascii: "1")), flipped: 0.1))
        #expect(Set(heard) == ["a", "b"])
        #expect(try await Self.titles(catalog, store, like: Self.sound(UInt64(UInt8(ascii: "2")))) == ["c"])
        #expect(try await Self.titles(catalog, store, like: Self.sound(7)) == [])
        let elsewhere = LibraryScope.only(["another"])
        #expect(
            try await Self.titles(catalog, store, like: Self.sound(UInt64(UInt8(ascii: "2"))), in: elsewhere) == [])
        let of = try #require(Self.sound(UInt64(UInt8(ascii: "2"))))
        #expect(try await store.tracks(like: of, duration: 3_600_000, in: .everything, limit: 10) == [])
    }

    @Test("are due again when the file is another, and not when it only moves or comes back") func changes()
        async throws
    {
        let (catalog, store, queue) = try await Self.prepared()
        try catalog.music.write("c.flac", "title=c", "sound=4")
        try await catalog.scan()
        #expect(try await store.progress().remaining == 4)
        try await queue.work()
        try catalog.music.write("c.flac", "title=c", "sound=3")
        try catalog.music.move("a.flac", "moved/a.flac")
        try catalog.music.move("b.flac", "../b.flac")
        try await catalog.scan()
        #expect(try await store.progress().remaining == 1)
        #expect(try await Self.titles(catalog, store, like: Self.sound(UInt64(UInt8(ascii: "1")))) == ["a"])
        try await queue.work()
        #expect(try await Self.titles(catalog, store, like: Self.sound(UInt64(UInt8(ascii: "3")))) == ["c"])
        try catalog.music.move("../b.flac", "b.flac")
        try await catalog.scan()
        #expect(try await store.progress().remaining == 0)
        #expect(
            Set(try await Self.titles(catalog, store, like: Self.sound(UInt64(UInt8(ascii: "1"))))) == ["a", "b"])
    }

    @Test("whose file is away are listened to when it is back") func away() async throws {
        let (catalog, store, queue) = try await Self.prepared()
        try catalog.music.move("c.flac", "../c.flac")
        try await queue.work()
        #expect(try await store.progress() == FingerprintProgress(done: 3, remaining: 0))
        try await catalog.scan()
        try catalog.music.move("../c.flac", "c.flac")
        try await catalog.scan()
        #expect(try await store.progress().remaining == 1)
        try await queue.work()
        #expect(try await Self.titles(catalog, store, like: Self.sound(UInt64(UInt8(ascii: "2")))) == ["c"])
    }
}
