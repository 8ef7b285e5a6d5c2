package import Catalog
package import Primitives

/// Keeps what the libraries' tracks sound like.
package protocol FingerprintStore: Sendable {
    /// Tracks whose present file nobody has listened to, the oldest first.
    func due(limit: Int) async throws -> [PendingFingerprint]

    /// Each counts only while the track's file is still the one that was due.
    func record(_ finding: FingerprintFinding) async throws

    /// Its file is not there. It is due again when it comes back.
    func skip(_ due: PendingFingerprint) async throws

    func progress() async throws -> FingerprintProgress

    /// Tracks that sound like `fingerprint`, the most alike first, missing ones left out.
    ///
    /// - Parameters:
    ///   - duration: milliseconds.
    ///   - limit: at most so many.
    func tracks(
        like fingerprint: Fingerprint, duration: Int64, in scope: LibraryScope, limit: Int
    ) async throws -> [SoundMatch<ID<Track>>]
}

package struct PendingFingerprint: Sendable, Equatable {
    package let track: ID<Track>
    /// What the file was like when this was asked.
    package let signature: [UInt8]

    package init(track: ID<Track>, signature: [UInt8]) {
        self.track = track
        self.signature = signature
    }
}

package struct FingerprintFinding: Sendable {
    package let due: PendingFingerprint
    /// Nil where the file cannot be decoded, or tells too little.
    package let fingerprint: Fingerprint?

    package init(_ due: PendingFingerprint, _ fingerprint: Fingerprint?) {
        self.due = due
        self.fingerprint = fingerprint
    }
}

package struct FingerprintProgress: Sendable, Equatable {
    /// Tracks that were listened to.
    package let done: Int
    package let remaining: Int

    package init(done: Int, remaining: Int) {
        self.done = done
        self.remaining = remaining
    }
}
