import NIOCore
import NIOHTTP1
import Submissions

/// Reads an answer part by part; whatever goes wrong on the way is a `LinkFailure`.
final class PartReader {
    private var iterator: NIOAsyncChannelInboundStream<HTTPClientResponsePart>.AsyncIterator
    private let outcome: FetchOutcome

    init(_ iterator: NIOAsyncChannelInboundStream<HTTPClientResponsePart>.AsyncIterator, _ outcome: FetchOutcome) {
        self.iterator = iterator
        self.outcome = outcome
    }

    /// What comes first. A server that does not get so far cannot be reached, as one that nobody listens at.
    func reply() async throws -> LinkReply {
        let first: HTTPClientResponsePart
        do { first = try await part(or: .unreachable) } catch is LinkFailure { throw LinkFailure.unreachable }
        guard case .head(let head) = first else { throw LinkFailure.unreachable }
        return LinkReply(status: Int(head.status.code), fields: head.headers.map { ($0.name, $0.value) })
    }

    /// The next bytes; nil when all have come.
    func next() async throws -> [UInt8]? {
        while true {
            switch try await part(or: .broken) {
            case .head: throw LinkFailure.broken
            case .body(let buffer) where buffer.readableBytes > 0: return Array(buffer.readableBytesView)
            case .body: continue
            case .end:
                // Closed from this side, an answer that lasts as long as its connection would pass for whole.
                if let failure = outcome.failure { throw failure }
                return nil
            }
        }
    }

    private func part(or failure: LinkFailure) async throws -> HTTPClientResponsePart {
        do {
            var iterator = iterator
            defer { self.iterator = iterator }
            if let part = try await iterator.next() { return part }
        } catch {
            try Task.checkCancellation()
            throw outcome.failure ?? failure
        }
        try Task.checkCancellation()
        throw outcome.failure ?? failure
    }
}
