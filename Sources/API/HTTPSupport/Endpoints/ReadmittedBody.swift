import Hummingbird
import NIOCore

/// The body of a request that is admitted once more when the whole body is there. Its sender decides how long that
/// takes; a session that ended or a role that changed meanwhile must not do what it could before.
struct ReadmittedBody: AsyncSequence, Sendable {
    let body: RequestBody
    /// Throws where the request is not admitted any more.
    let admit: @Sendable () async throws -> Void

    struct AsyncIterator: AsyncIteratorProtocol {
        var iterator: RequestBody.AsyncIterator
        let admit: @Sendable () async throws -> Void

        mutating func next() async throws -> ByteBuffer? {
            if let buffer = try await iterator.next() { return buffer }
            try await admit()
            return nil
        }
    }

    func makeAsyncIterator() -> AsyncIterator {
        AsyncIterator(iterator: body.makeAsyncIterator(), admit: admit)
    }
}
