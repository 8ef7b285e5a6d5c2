package import Primitives

/// Decodes whole files, apart from this process, to see that they are what they say.
package protocol AudioProof: Sendable {
    /// How many milliseconds of sound there are, as decoded.
    ///
    /// - Parameters:
    ///   - duration: milliseconds that the file says it has.
    ///   - limit: milliseconds after which it is `tooLong`.
    func length(of file: any ReadableFile, saying duration: Int64, upTo limit: Int64) async throws -> Int64
}

package enum AudioProofFailure: Error, Equatable {
    /// There is nothing to decode with at present.
    case unavailable
    case broken
    case tooLong
}
