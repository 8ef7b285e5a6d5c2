/// The storage of images: outside the database, named by content.
package protocol BlobStore: Sendable {
    /// Stores `bytes` durably (synced before it returns) and returns their key. To store the same bytes again only
    /// renews their time. Throws `DomainError(.storageFull)` when the disk is full.
    func put(_ bytes: [UInt8]) async throws -> BlobKey

    /// Writes `bytes` to a temporary file beside the blobs while `work` runs, for content that is examined but not
    /// stored.
    func withScratch<Result: Sendable>(
        _ bytes: [UInt8], _ work: @Sendable (ScratchBlob) async throws -> Result
    ) async throws -> Result

    /// The free bytes on the disk of the blobs.
    func freeBytes() async throws -> Int64

    /// The whole content; nil when there is no such blob. The size of images is limited when they are put.
    func read(_ key: BlobKey) async throws -> [UInt8]?

    /// Opens the blob for streaming; nil when there is no such blob.
    func open(_ key: BlobKey) async throws -> (any ReadableFile)?

    /// The blobs that were last put before `instant`.
    func keys(lastPutBefore instant: Timestamp) async throws -> [BlobKey]

    /// Removes the blob if it was last put before `instant`; safe while it is put at the same moment. Returns whether
    /// it removed it.
    func delete(_ key: BlobKey, ifLastPutBefore instant: Timestamp) async throws -> Bool
}

/// A temporary file beside the blobs. It is removed after use.
package struct ScratchBlob: Hashable, Sendable {
    package let name: String
    /// The path below the store's folder.
    package let path: String

    package init(name: String, path: String) {
        self.name = name
        self.path = path
    }
}

extension BlobStore {
    /// Throws `storageFull` when `count` more bytes would leave less than `reserve` bytes free.
    package func requireRoom(for count: Int, leaving reserve: Int64) async throws {
        guard try await freeBytes() - Int64(count) >= reserve else {
            throw DomainError(.storageFull, "The server's disk is nearly full. Ask an admin to make room on it")
        }
    }
}

/// The name of a stored image: the SHA-256 of its bytes in lowercase hex, so that equal images are stored once.
package struct BlobKey: Hashable, Sendable {
    package let hex: String

    /// Nil unless `hex` is 64 lowercase hexadecimal digits.
    package init?(hex: String) {
        guard hex.utf8.count == 64,
            hex.utf8.allSatisfy({
                (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0)
                    || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains($0)
            })
        else { return nil }
        self.hex = hex
    }
}

/// The users who uploaded images. An image that a scan has found has no owner.
package protocol BlobOwners: Sendable {
    /// Notes `person` as the latest uploader of the image.
    func note(_ person: ID<Person>, of key: BlobKey) async throws
    /// The owners of those of `keys` that have one: an account's id, or empty text when the account was deleted.
    func owners(of keys: [BlobKey]) async throws -> [BlobKey: String]
    func forget(_ keys: [BlobKey]) async throws
}
