/// Where images live: outside the database, named by content.
package protocol BlobStore: Sendable {
    /// Stores `bytes` durably (synced before it returns) and gives their key; storing the same bytes again only makes them young.
    /// Throws `DomainError(.storageFull)` when the disk is full.
    func put(_ bytes: [UInt8]) async throws -> BlobKey

    /// Has `bytes` in a file beside the blobs for as long as `work` takes: for what is looked at and not stored.
    func withScratch<Result: Sendable>(
        _ bytes: [UInt8], _ work: @Sendable (ScratchBlob) async throws -> Result
    ) async throws -> Result

    /// Bytes that may still be written where the blobs lie.
    func freeBytes() async throws -> Int64

    /// The whole content; nil when there is no such blob. Images are bounded in size when they are put.
    func read(_ key: BlobKey) async throws -> [UInt8]?

    /// Holds it open for streaming; nil when there is no such blob.
    func open(_ key: BlobKey) async throws -> (any ReadableFile)?

    /// What was last put before `instant`.
    func keys(lastPutBefore instant: Timestamp) async throws -> [BlobKey]

    /// Removes it if it was last put before `instant`, also when it is put at this very moment; whether it did.
    func delete(_ key: BlobKey, ifLastPutBefore instant: Timestamp) async throws -> Bool
}

/// A file beside the blobs that is removed when it has been worked on.
package struct ScratchBlob: Hashable, Sendable {
    package let name: String
    /// Where it lies below the store's folder.
    package let path: String

    package init(name: String, path: String) {
        self.name = name
        self.path = path
    }
}

extension BlobStore {
    /// Throws `storageFull` where less than `reserve` bytes would stay free beside so many more.
    package func requireRoom(for count: Int, leaving reserve: Int64) async throws {
        guard try await freeBytes() - Int64(count) >= reserve else {
            throw DomainError(.storageFull, "The server's disk is nearly full. Ask an admin to make room on it")
        }
    }
}
