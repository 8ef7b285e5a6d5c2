package import Primitives

/// One listener of a conversion, who leaves it at the latest when this is let go.
package final class TranscodeReader: Sendable {
    private let session: TranscodeSession
    private let number: Int
    /// Open, and growing while the conversion runs.
    package let file: any ReadableFile

    init(_ session: TranscodeSession, _ number: Int, _ file: any ReadableFile) {
        self.session = session
        self.number = number
        self.file = file
    }

    deinit {
        session.leave(number)
    }

    package func leave() {
        session.leave(number)
    }

    /// Waits until there is more than `offset` bytes: how many there are, nil at the end. Throws when the conversion fails, which means that
    /// what was read so far is not the whole.
    package func available(beyond offset: Int64) async throws -> Int64? {
        switch try await session.wait(number, beyond: offset) {
        case .written(let end): end
        case .finished: nil
        }
    }
}
