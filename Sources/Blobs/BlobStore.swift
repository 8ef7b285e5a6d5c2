/// Where images live: outside the database, named by content.
package protocol BlobStore: Sendable {
    /// Stores `bytes` durably (synced before it returns) and gives their key; storing the same bytes again changes nothing.
    /// Throws `DomainError(.storageFull)` when the disk is full.
    func put(_ bytes: [UInt8]) async throws -> BlobKey

    /// The whole content; nil when there is no such blob. Images are bounded in size when they are put.
    func read(_ key: BlobKey) async throws -> [UInt8]?

    /// Holds it open for streaming; nil when there is no such blob.
    func open(_ key: BlobKey) async throws -> (any HeldFile)?

    /// Removes it; nothing happens when it is not there.
    func delete(_ key: BlobKey) async throws

    /// Calls `body` for every stored key, for sweeping up what nothing refers to any more.
    func keys() async throws -> [BlobKey]
}
