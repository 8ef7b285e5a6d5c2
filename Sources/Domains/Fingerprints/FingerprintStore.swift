package import Catalog
package import Primitives

/// Stores the fingerprints of the libraries' tracks.
package protocol FingerprintStore: Sendable {
    /// The tracks whose present file has not been analyzed, the oldest first.
    func due(limit: Int) async throws -> [PendingFingerprint]

    /// Stores a finding. It counts only while the track's file is still the one that was pending.
    func record(_ finding: FingerprintFinding) async throws

    /// Skips a track whose file is missing. It is pending again when the file comes back.
    func skip(_ due: PendingFingerprint) async throws

    func progress() async throws -> FingerprintProgress

    /// Tracks that sound like `fingerprint`, the most similar first, missing ones left out.
    ///
    /// - Parameters:
    ///   - duration: milliseconds.
    ///   - limit: the largest number of tracks.
    func tracks(
        like fingerprint: Fingerprint, duration: Int64, in scope: LibraryScope, limit: Int
    ) async throws -> [SoundMatch<ID<Track>>]
}

/// A track whose present file has not been analyzed.
package struct PendingFingerprint: Sendable, Equatable {
    package let track: ID<Track>
    /// The signature of the file at the time of the query.
    package let signature: [UInt8]

    package init(track: ID<Track>, signature: [UInt8]) {
        self.track = track
        self.signature = signature
    }
}

/// The result of analyzing one pending track.
package struct FingerprintFinding: Sendable {
    package let due: PendingFingerprint
    /// Nil if the file cannot be decoded, or its fingerprint says too little.
    package let fingerprint: Fingerprint?

    package init(_ due: PendingFingerprint, _ fingerprint: Fingerprint?) {
        self.due = due
        self.fingerprint = fingerprint
    }
}

/// The numbers of analyzed and pending tracks.
package struct FingerprintProgress: Sendable, Equatable {
    /// The number of tracks that were analyzed.
    package let done: Int
    package let remaining: Int

    package init(done: Int, remaining: Int) {
        self.done = done
        self.remaining = remaining
    }
}

/// Computes the fingerprint of a file; implemented by a confined process.
package protocol Fingerprinter: Sendable {
    /// Nil for a file that says too little: silence, or a few seconds.
    ///
    /// - Parameter background: whether all other work on the machine has priority.
    func fingerprint(of file: any ReadableFile, background: Bool) async throws(FingerprintFailure) -> Fingerprint?
}

/// The reason why a file was not analyzed.
package enum FingerprintFailure: Error, Equatable {
    /// The file cannot be decoded.
    case broken
    /// No file can be analyzed at present.
    case unavailable
}
