package import Primitives

/// Where images live: outside the database, named by content.
package protocol BlobStore: Sendable {
    /// Stores `bytes` durably (synced before it returns) and gives their key; storing the same bytes again only makes them young.
    /// Throws `DomainError(.storageFull)` when the disk is full.
    func put(_ bytes: [UInt8]) async throws -> BlobKey

    /// The whole content; nil when there is no such blob. Images are bounded in size when they are put.
    func read(_ key: BlobKey) async throws -> [UInt8]?

    /// Holds it open for streaming; nil when there is no such blob.
    func open(_ key: BlobKey) async throws -> (any HeldFile)?

    /// What was last put before `instant`.
    func keys(lastPutBefore instant: Timestamp) async throws -> [BlobKey]

    /// Removes it if it was last put before `instant`, also when it is put at this very moment; whether it did.
    func delete(_ key: BlobKey, ifLastPutBefore instant: Timestamp) async throws -> Bool
}
