package import Primitives

/// Converts audio. Implementations do so outside this process, so that a hostile file affects nothing else.
package protocol AudioEncoder: Sendable {
    /// Returns when all of the output has been consumed. `take` receives it in order, chunk by chunk; while a chunk is
    /// being consumed, the encoder produces no more than a pipe holds.
    ///
    /// Cancelling the task ends the encoder at once. Throws a `TranscodeFailure`, what `take` threw, or
    /// `CancellationError`.
    func encode(_ job: EncodeJob, _ take: @escaping @Sendable ([UInt8]) async throws -> Void) async throws
}

/// The reason why a conversion failed.
package enum TranscodeFailure: Error, Sendable, Equatable {
    /// The file itself is at fault: it is damaged, or contains no audio that can be decoded.
    case broken
    /// It took more processor time, or more time without any output, than any audio file may.
    case tooLong
    /// There is no encoder on this machine, or it cannot be started.
    case unavailable
    /// The server is stopping.
    case stopped

    package var error: DomainError {
        switch self {
        case .broken:
            DomainError(
                .notFound, "The file of this track cannot be converted: it seems damaged", reason: "file_broken")
        case .tooLong:
            DomainError(.notFound, "Converting the file of this track takes too long", reason: "file_broken")
        case .unavailable:
            DomainError(
                .unavailable, "Tracks cannot be converted here at the moment: ffmpeg is missing or cannot be started",
                reason: "no_encoder")
        case .stopped: DomainError(.unavailable, "The server is stopping", retryAfter: .seconds(10))
        }
    }
}

/// One conversion, from an open file.
package struct EncodeJob: Sendable {
    package enum Input: Sendable {
        /// The track's own file.
        case original
        /// A finished rendition in the requested encoding: it is trimmed, not encoded again.
        case finished
    }

    package let file: any ReadableFile
    package let input: Input
    package let encoding: Encoding
    /// The start within the track, in milliseconds.
    package let offset: Int64
    /// The length of the whole track in milliseconds, 0 if unknown.
    package let duration: Int64
    /// The approximate size of the output in bytes.
    package let estimatedBytes: Int64
    /// Whether a complete output may be cached. A file that is not a track may be deleted at any time, and nothing of
    /// it is cached.
    package let isCacheable: Bool
}
