package import Primitives

/// Listens to a file; implemented by a confined process.
package protocol Fingerprinter: Sendable {
    /// Nil for what tells too little: silence, a few seconds.
    ///
    /// - Parameter background: whether everything else on the machine goes before.
    func fingerprint(of file: any ReadableFile, background: Bool) async throws(FingerprintFailure) -> Fingerprint?
}

package enum FingerprintFailure: Error, Equatable {
    /// The file cannot be decoded.
    case broken
    /// Nothing can be listened to at present.
    case unavailable
}
