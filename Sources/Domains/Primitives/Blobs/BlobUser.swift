/// Whoever refers to stored blobs, and so keeps them from being swept.
package protocol BlobUser: Sendable {
    /// Gives up blobs that it remembers and that nothing has needed since `instant`.
    func release(unusedSince instant: Timestamp) async throws
    /// All that it refers to.
    func blobsInUse() async throws -> Set<BlobKey>
}
