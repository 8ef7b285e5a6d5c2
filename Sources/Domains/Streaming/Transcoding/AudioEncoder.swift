package import Primitives

/// Converts audio. What implements it does so outside this process, so that a hostile file costs nothing but itself.
package protocol AudioEncoder: Sendable {
    /// Returns when all of the output has been taken. `take` gets it in order, a piece at a time, and the encoder makes no more than a
    /// pipe holds while a piece is being taken.
    ///
    /// Cancelling the task ends the encoder at once. Throws a `TranscodeFailure`, what `take` threw, or `CancellationError`.
    func encode(_ order: EncodeJob, _ take: @escaping @Sendable ([UInt8]) async throws -> Void) async throws
}

/// Why a conversion came to nothing.
package enum TranscodeFailure: Error, Sendable, Equatable {
    /// It is the file's own fault: it is damaged, or holds no audio that can be decoded.
    case broken
    /// It took more processor time, or more time without any output, than any sound file may.
    case tooLong
    /// There is no encoder on this machine, or it cannot be started.
    case unavailable
    /// The gateway is stopping.
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
        case .stopped: DomainError(.unavailable, "The gateway is stopping", retryAfter: .seconds(10))
        }
    }
}
