import Accounts
import Primitives
import Synchronization

/// Stores pictures in memory, for tests of code that refers to them. It does not model the real store's durability.
final class MemoryBlobs: BlobStore, PictureMaker {
    private let blobs = Mutex<[BlobKey: [UInt8]]>([:])
    /// The free bytes of the disk.
    let free = Mutex<Int64>(1 << 40)

    func put(_ bytes: [UInt8]) async throws -> BlobKey {
        let digits = String(bytes.reduce(UInt64(1469)) { ($0 ^ UInt64($1)) &* 1_099_511_628_211 }, radix: 16)
        let hex = String(repeating: "0", count: 64 - digits.count) + digits
        guard let key = BlobKey(hex: hex) else { throw CancellationError() }
        blobs.withLock { $0[key] = bytes }
        return key
    }

    var count: Int { blobs.withLock { $0.count } }

    func read(_ key: BlobKey) async throws -> [UInt8]? { blobs.withLock { $0[key] } }
    /// Nothing in this store is old.
    func keys(lastPutBefore instant: Timestamp) async throws -> [BlobKey] { [] }
    func delete(_ key: BlobKey, ifLastPutBefore instant: Timestamp) async throws -> Bool { false }

    /// The picture with an extra byte at its end.
    func square(_ original: [UInt8]) async throws -> [UInt8] { original + [0] }

    func withScratch<Result: Sendable>(
        _ bytes: [UInt8], _ work: @Sendable (ScratchBlob) async throws -> Result
    ) async throws -> Result {
        try await work(ScratchBlob(name: "scratch", path: "scratch"))
    }

    func freeBytes() async throws -> Int64 { free.withLock { $0 } }

    /// This store streams no images.
    func open(_ key: BlobKey) async throws -> (any ReadableFile)? { nil }
}
