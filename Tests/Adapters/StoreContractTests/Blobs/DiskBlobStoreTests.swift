import Primitives
import Foundation
import NIOPosix
import Support
import Testing

@testable import Files

@Suite("Images on disk") struct DiskBlobStoreTests {
    /// A time after everything that the tests store.
    private static let later = Timestamp(milliseconds: 1 << 50)

    private static func store(_ folder: TemporaryFolder) async throws -> DiskBlobStore {
        try await DiskBlobStore.open(folder: folder.path + "/images", pool: .singleton)
    }

    @Test("are stored and read back under the hash of their bytes") func roundTrip() async throws {
        let folder = try TemporaryFolder()
        let store = try await Self.store(folder)
        let key = try await store.put(Array("abc".utf8))
        #expect(key.hex == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
        #expect(try await store.read(key) == Array("abc".utf8))
        #expect(try await store.put(Array("abc".utf8)) == key)
        #expect(try await store.keys(lastPutBefore: Self.later) == [key])
    }

    @Test("a temporary picture is in a file for the call's duration, and not in the store")
    func scratch() async throws {
        let folder = try TemporaryFolder()
        let store = try await Self.store(folder)
        let images = folder.path + "/images/"
        let path = try await store.withScratch([1, 2, 3]) { scratch in
            #expect(FileManager.default.contents(atPath: images + scratch.path) == Data([1, 2, 3]))
            return scratch.path
        }
        #expect(!FileManager.default.fileExists(atPath: images + path))
        await #expect(throws: CancellationError.self) {
            try await store.withScratch([1]) { _ in throw CancellationError() }
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: images + "incoming").isEmpty)
        #expect(try await store.keys(lastPutBefore: Self.later) == [])
    }

    @Test("are gone when deleted, and deleting again has no effect") func delete() async throws {
        let folder = try TemporaryFolder()
        let store = try await Self.store(folder)
        let key = try await store.put([1, 2, 3])
        #expect(try await store.delete(key, ifLastPutBefore: Self.later))
        #expect(try await !store.delete(key, ifLastPutBefore: Self.later))
        #expect(try await store.read(key) == nil)
        #expect(try await store.keys(lastPutBefore: Self.later) == [])
    }

    @Test("are deleted only if they were not stored again meanwhile") func age() async throws {
        let folder = try TemporaryFolder()
        let store = try await Self.store(folder)
        let (old, young) = (try await store.put([1]), try await store.put([2]))
        for key in [old, young] {
            let path = "\(folder.path)/images/\(key.hex.prefix(2))/\(key.hex.dropFirst(2))"
            try FileManager.default.setAttributes(
                [.modificationDate: Date(timeIntervalSince1970: 1000)], ofItemAtPath: path)
        }
        let instant = Timestamp(milliseconds: 2_000_000)
        #expect(try await Set(store.keys(lastPutBefore: instant)) == [old, young])
        #expect(try await store.put([2]) == young)
        #expect(try await store.keys(lastPutBefore: instant) == [old])
        #expect(try await !store.delete(young, ifLastPutBefore: instant))
        #expect(try await store.delete(old, ifLastPutBefore: instant))
        #expect(try await store.read(young) == [2])
        #expect(try await store.read(old) == nil)
    }

    @Test("that are stored during a cleanup exist afterwards, in every order of events") func race() async throws {
        let folder = try TemporaryFolder()
        // Two stores over one folder, like those of two processes.
        let (store, sweeper) = (try await Self.store(folder), try await Self.store(folder))
        let instant = Timestamp(milliseconds: 2_000_000)
        for number in 0..<200 {
            let bytes = [UInt8(number)]
            let key = try await store.put(bytes)
            let path = "\(folder.path)/images/\(key.hex.prefix(2))/\(key.hex.dropFirst(2))"
            try FileManager.default.setAttributes(
                [.modificationDate: Date(timeIntervalSince1970: 1000)], ofItemAtPath: path)
            async let removed = sweeper.delete(key, ifLastPutBefore: instant)
            async let again = store.put(bytes)
            _ = try await (removed, again)
            #expect(try await store.read(key) == bytes)
        }
    }

    @Test("leave no partial file after an interruption") func sweep() async throws {
        let folder = try TemporaryFolder()
        let first = try await Self.store(folder)
        let key = try await first.put([1])
        let leftover = folder.path + "/images/incoming/leftover"
        try Data([1, 2]).write(to: URL(fileURLWithPath: leftover))
        let second = try await Self.store(folder)
        #expect(!FileManager.default.fileExists(atPath: leftover))
        #expect(try await second.read(key) == [1])
    }

    @Test("many at once, including equal ones") func concurrent() async throws {
        let folder = try TemporaryFolder()
        let store = try await Self.store(folder)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<60 { group.addTask { _ = try await store.put([UInt8(number % 20)]) } }
            try await group.waitForAll()
        }
        #expect(try await store.keys(lastPutBefore: Self.later).count == 20)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path + "/images/incoming").isEmpty)
    }

    @Test("a full disk is reported as such", arguments: [ENOSPC, EDQUOT]) func full(code: CInt) {
        #expect(DiskFolder.failure(code).code == .storageFull)
    }

    @Test("a failing disk is not reported as full") func failing() async throws {
        #expect(DiskFolder.failure(EIO).code == .unavailable)
        let folder = try TemporaryFolder()
        let store = try await Self.store(folder)
        try FileManager.default.removeItem(atPath: folder.path + "/images")
        await #expect(throws: DomainError.self) { try await store.put([1]) }
    }
}
