/// Removes the blobs that nothing refers to.
///
/// A blob is put before the row that refers to it is written. So a sweep spares blobs that were put within the last
/// hour, for the first time or again, and may run beside everything else. Unused blobs are marked, and removed a day
/// later (`Cleanup`).
package struct BlobSweep: Sendable {
    private static let spared = Duration.seconds(3600)

    private let blobs: any BlobStore
    private let users: [any BlobUser]
    private let owners: any BlobOwners
    private let cleanup: Cleanup
    private let clock: any WallClock

    package init(
        blobs: any BlobStore, users: [any BlobUser], owners: any BlobOwners, cleanup: Cleanup,
        clock: any WallClock
    ) {
        self.blobs = blobs
        self.users = users
        self.owners = owners
        self.cleanup = cleanup
        self.clock = clock
    }

    /// Returns the number of removed blobs.
    @discardableResult
    package func run() async throws -> Int {
        let instant = clock.now().advanced(by: .zero - Self.spared)
        for user in users { try await user.release(unusedSince: instant) }
        // Before the references are read: a blob that is put and referred to in between is in neither set.
        let old = try await blobs.keys(lastPutBefore: instant)
        var used: Set<BlobKey> = []
        for user in users { used.formUnion(try await user.blobsInUse()) }
        let unneeded = old.filter { !used.contains($0) }.map(\.hex)
        return try await cleanup.run(.images, unneeded: unneeded, of: old.count, weigh: weight) { names in
            var removed: [BlobKey] = []
            for key in names.compactMap(BlobKey.init(hex:)) {
                try Task.checkCancellation()
                if try await blobs.delete(key, ifLastPutBefore: instant) { removed.append(key) }
            }
            try await owners.forget(removed)
            return removed.count
        }
    }

    private func weight(of names: [String]) async throws -> Int {
        let owners = try await owners.owners(of: names.compactMap(BlobKey.init(hex:)))
        return Cleanup.weight(of: names) { name in BlobKey(hex: name).flatMap { owners[$0] } }
    }
}

/// A part of the server that refers to stored blobs and so protects them from the sweep.
package protocol BlobUser: Sendable {
    /// Releases remembered blobs that nothing has needed since `instant`.
    func release(unusedSince instant: Timestamp) async throws
    /// All blobs that this part refers to.
    func blobsInUse() async throws -> Set<BlobKey>
}

extension BlobUser {
    /// Does nothing: most parts remember no blobs beyond those that they refer to.
    package func release(unusedSince instant: Timestamp) async throws {}
}
