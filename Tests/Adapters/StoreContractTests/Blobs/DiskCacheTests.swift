import Primitives
import Foundation
import NIOPosix
import Support
import Testing

@testable import Files

@Suite("A bounded cache on disk") struct DiskCacheTests {
    private static func cache(_ folder: TemporaryFolder, limit: Int = 1000) async throws -> DiskCache {
        try await DiskCache.open(folder: folder.path + "/cache", limit: limit, pool: .singleton)
    }

    private static func content(_ cache: DiskCache, _ name: String) async throws -> [UInt8]? {
        guard let file = try await cache.open(name) else { return nil }
        var bytes = [UInt8](repeating: 0, count: Int(file.size))
        let count = try bytes.withUnsafeMutableBytes { try file.read(into: $0, at: 0) }
        return Array(bytes.prefix(count))
    }

    @Test("returns its entries, also after a restart") func roundTrip() async throws {
        let folder = try TemporaryFolder()
        let cache = try await Self.cache(folder)
        try await cache.put([1, 2, 3], as: "abc-1")
        try await cache.put([4], as: "abc-1")
        #expect(try await Self.content(cache, "abc-1") == [4])
        #expect(try await cache.bytes(of: "abc-1") == [4])
        #expect(try await Self.content(cache, "abc-2") == nil)
        #expect(try await cache.bytes(of: "abc-2") == nil)
        #expect(cache.bytes == 1)
        #expect(try await Self.content(Self.cache(folder), "abc-1") == [4])
    }

    @Test("evicts the least recently used entry, and open entries stay readable") func eviction() async throws {
        let folder = try TemporaryFolder()
        let cache = try await Self.cache(folder)
        for number in 0..<9 {
            try await cache.put([UInt8](repeating: UInt8(number), count: 100), as: "entry-\(number)")
        }
        let held = try #require(try await cache.open("entry-1"))
        _ = try await cache.open("entry-0")
        for number in 2..<9 { _ = try await cache.open("entry-\(number)") }
        try await cache.put([UInt8](repeating: 9, count: 150), as: "entry-9")
        #expect(cache.bytes <= 1000)
        #expect(try await Self.content(cache, "entry-1") == nil)
        #expect(try await Self.content(cache, "entry-8")?.count == 100)
        #expect(try await Self.content(cache, "entry-9")?.count == 150)
        var bytes = [UInt8](repeating: 0, count: 100)
        #expect(try bytes.withUnsafeMutableBytes { try held.read(into: $0, at: 0) } == 100)
        #expect(bytes.allSatisfy { $0 == 1 })
        // The files on disk have the same total size.
        #expect(try await Self.cache(folder).bytes == cache.bytes)
    }

    @Test("shrinks to a lower limit") func smaller() async throws {
        let folder = try TemporaryFolder()
        let cache = try await Self.cache(folder)
        for number in 0..<9 { try await cache.put([UInt8](repeating: 1, count: 100), as: "entry-\(number)") }
        #expect(try await Self.cache(folder, limit: 300).bytes <= 300)
    }

    @Test("never serves a partial write, and notices removed files")
    func leftovers() async throws {
        let folder = try TemporaryFolder()
        let cache = try await Self.cache(folder)
        try await cache.put([1, 2, 3], as: "abc-1")
        let incoming = folder.path + "/cache/incoming/7"
        try Data([1]).write(to: URL(fileURLWithPath: incoming))
        let second = try await Self.cache(folder)
        #expect(!FileManager.default.fileExists(atPath: incoming))
        try FileManager.default.removeItem(atPath: folder.path + "/cache/ab/abc-1")
        #expect(try await Self.content(second, "abc-1") == nil)
        #expect(second.bytes == 0)
    }

    @Test("refuses names that are paths, and entries larger than itself") func names() async throws {
        let folder = try TemporaryFolder()
        let cache = try await Self.cache(folder)
        for name in ["../../x", "a/b", "", "A", "..", String(repeating: "a", count: 300)] {
            try await cache.put([1], as: name)
            #expect(try await cache.open(name) == nil)
        }
        try await cache.put([UInt8](repeating: 0, count: 1001), as: "large")
        #expect(try await cache.open("large") == nil && cache.bytes == 0)
    }

    @Test("a draft can be read while it grows, exists once kept, and is removed otherwise")
    func drafts()
        async throws
    {
        let folder = try TemporaryFolder()
        let cache = try await Self.cache(folder)
        var draft: (any CacheDraft)? = try await cache.begin()
        try await draft?.append([1, 2, 3])
        #expect(draft?.size == 3)
        var bytes = [UInt8](repeating: 0, count: 2)
        #expect(try bytes.withUnsafeMutableBytes { try draft?.read(into: $0, at: 1) } == 2)
        #expect(bytes == [2, 3])
        #expect(try await cache.open("abc-1") == nil && cache.bytes == 0)
        #expect(try Self.incoming(folder).count == 1)
        draft = nil
        // The thread that made it may hold it a moment longer.
        try await waitUntil("the draft is gone") { (try? Self.incoming(folder).isEmpty) == true }

        let kept = try await cache.begin()
        try await kept.append([4])
        try await kept.append([5])
        try await kept.store(as: "abc-1")
        #expect(try await Self.content(cache, "abc-1") == [4, 5])
        #expect(cache.bytes == 2 && kept.size == 2)
        #expect(try Self.incoming(folder).isEmpty)
        #expect(try await Self.content(Self.cache(folder), "abc-1") == [4, 5])
    }

    @Test("entries larger than the cache are not stored, and a cache of size zero stores nothing")
    func tooLarge() async throws {
        let folder = try TemporaryFolder()
        for limit in [0, 1000] {
            let cache = try await Self.cache(folder, limit: limit)
            #expect(cache.storesEntries == (limit > 0))
            var draft: (any CacheDraft)? = try await cache.begin()
            try await draft?.append([UInt8](repeating: 1, count: 1001))
            try await draft?.store(as: "abc-1")
            #expect(try await cache.open("abc-1") == nil && cache.bytes == 0)
            draft = nil
            try await waitUntil("the draft is gone") { (try? Self.incoming(folder).isEmpty) == true }
        }
    }

    @Test("using an entry is recorded without changing its version") func lastUse() async throws {
        let folder = try TemporaryFolder()
        for name in ["abc-1", "abc-2"] { try await Self.cache(folder).put([1], as: name) }
        let path = folder.path + "/cache/ab/abc-1"
        let long = timespec(tv_sec: 1_000_000_000, tv_nsec: 5)
        for name in ["/cache/ab/abc-1", "/cache/ab/abc-2"] {
            #expect(utimensat(AT_FDCWD, folder.path + name, [long, long], 0) == 0)
        }
        let file = try #require(try await Self.cache(folder).open("abc-1"))
        #expect(file.modifiedNanoseconds == 1_000_000_000_000_000_005 && !file.hasChanged)
        var status = stat()
        #expect(stat(path, &status) == 0 && status.st_atim.tv_sec > 1_700_000_000)
        // The entry that was not used is evicted first.
        let small = try await Self.cache(folder, limit: 1)
        #expect(try await small.open("abc-1") != nil)
        #expect(try await small.open("abc-2") == nil)
    }

    private static func incoming(_ folder: TemporaryFolder) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.path + "/cache/incoming")
    }
}
