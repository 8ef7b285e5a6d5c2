package import Primitives

/// Removes the blobs that nobody refers to any more.
///
/// A blob is put before the row that refers to it is written. So what was put within the last hour, for the first time or again, is
/// spared: a sweep may run beside everything else.
package struct BlobSweep: Sendable {
    private static let spared = Duration.seconds(3600)

    private let blobs: any BlobStore
    private let users: [any BlobUser]
    private let clock: any WallClock

    package init(blobs: any BlobStore, users: [any BlobUser], clock: any WallClock) {
        self.blobs = blobs
        self.users = users
        self.clock = clock
    }

    /// How many were removed.
    package func run() async throws -> Int {
        let instant = clock.now().advanced(by: .zero - Self.spared)
        for user in users { try await user.release(unusedSince: instant) }
        // Before the references are read: a blob that is put and referred to in between is in neither.
        let old = try await blobs.keys(lastPutBefore: instant)
        guard !old.isEmpty else { return 0 }
        var used: Set<BlobKey> = []
        for user in users { used.formUnion(try await user.blobsInUse()) }
        var removed = 0
        for key in old where !used.contains(key) {
            try Task.checkCancellation()
            if try await blobs.delete(key, ifLastPutBefore: instant) { removed += 1 }
        }
        return removed
    }
}
