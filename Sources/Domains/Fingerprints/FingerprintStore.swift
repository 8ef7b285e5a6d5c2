package import Catalog
package import Primitives

/// Finds tracks by their fingerprints.
package protocol FingerprintStore: Sendable {
    /// Tracks that sound like `fingerprint`, the most similar first, missing ones left out.
    ///
    /// - Parameters:
    ///   - duration: milliseconds.
    ///   - limit: the largest number of tracks.
    func tracks(
        like fingerprint: Fingerprint, duration: Int64, in scope: LibraryScope, limit: Int
    ) async throws -> [SoundMatch<ID<Track>>]
}
