import Blobs
import Foundation
import NIOPosix
import Primitives
import Support
import Testing

@testable import DiskBlobs

@Suite("Images on disk") struct DiskBlobStoreTests {
    private static func store(_ folder: TemporaryFolder) async throws -> DiskBlobStore {
        try await DiskBlobStore.open(folder: folder.path + "/images", pool: .singleton)
    }

    @Test("come back as they were put, under the hash of their bytes") func roundTrip() async throws {
        let folder = try TemporaryFolder()
        let store = try await Self.store(folder)
        let key = try await store.put(Array("abc".utf8))
        #expect(key.hex == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
        #expect(try await store.read(key) == Array("abc".utf8))
        #expect(try await store.put(Array("abc".utf8)) == key)
        #expect(try await store.keys() == [key])
    }

    @Test("are gone when deleted, and deleting again does nothing") func delete() async throws {
        let folder = try TemporaryFolder()
        let store = try await Self.store(folder)
        let key = try await store.put([1, 2, 3])
        try await store.delete(key)
        try await store.delete(key)
        #expect(try await store.read(key) == nil)
        #expect(try await store.keys() == [])
    }

    @Test("leave nothing half written after an interruption") func sweep() async throws {
        let folder = try TemporaryFolder()
        let first = try await Self.store(folder)
        let key = try await first.put([1])
        let leftover = folder.path + "/images/incoming/leftover"
        try Data([1, 2]).write(to: URL(fileURLWithPath: leftover))
        let second = try await Self.store(folder)
        #expect(!FileManager.default.fileExists(atPath: leftover))
        #expect(try await second.read(key) == [1])
    }

    @Test("many at once, equal ones too") func concurrent() async throws {
        let folder = try TemporaryFolder()
        let store = try await Self.store(folder)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<60 { group.addTask { _ = try await store.put([UInt8(number % 20)]) } }
            try await group.waitForAll()
        }
        #expect(try await store.keys().count == 20)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path + "/images/incoming").isEmpty)
    }

    @Test("a full disk is said to be one", arguments: [ENOSPC, EDQUOT]) func full(code: CInt) {
        #expect(DiskFolder.failure(code).code == .storageFull)
    }

    @Test("a disk that fails is not said to be full") func failing() async throws {
        #expect(DiskFolder.failure(EIO).code == .unavailable)
        let folder = try TemporaryFolder()
        let store = try await Self.store(folder)
        try FileManager.default.removeItem(atPath: folder.path + "/images")
        await #expect(throws: DomainError.self) { try await store.put([1]) }
    }
}
