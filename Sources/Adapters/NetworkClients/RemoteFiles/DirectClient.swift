import NIOCore
import NIOPosix
import NIOSSL
package import Primitives

/// Sends requests to a server that the operator has named, to whatever addresses its name has.
package struct DirectClient: HTTPSClient {
    private static let mostBytes = 1 << 20
    /// The time for resolving the name, and the time for connecting.
    private static let connectTime = Duration.seconds(20)
    private static let wholeTime = Duration.seconds(60)

    private let fetcher: PinnedFetcher

    package init(fetcher: PinnedFetcher) {
        self.fetcher = fetcher
    }

    package func send(_ request: HTTPSRequest) async throws -> HTTPSReply {
        let deadline = ContinuousClock.now + Self.wholeTime
        let peers = try await addresses(of: request.address.host)
        guard !peers.isEmpty else { throw HTTPSFailure.unreachable("its address is not known") }
        let limits = LinkLimits(
            reach: Self.wholeTime, connect: Self.connectTime / peers.count, pace: Self.wholeTime, paceBytes: 1,
            whole: Self.wholeTime)
        let outcome = FetchOutcome()
        do {
            return try await fetcher.sending(request.method, accept: "*/*", body: request.body)
                .fetch(request.address, from: peers, within: limits, until: deadline, outcome) { reply, next in
                    HTTPSReply(head: reply, content: try await reply.content(upTo: Self.mostBytes, next))
                }
        } catch LinkFailure.tooLarge {
            throw HTTPSFailure.tooLarge
        } catch let failure as LinkFailure {
            throw HTTPSFailure.unreachable(outcome.cause.map(Self.words) ?? Self.words(failure))
        }
    }

    /// Asks on a thread of its own: a slow name server must delay nothing else.
    private func addresses(of host: String) async throws -> [IPAddress] {
        let thread = NIOThreadPool(numberOfThreads: 1)
        thread.start()
        defer { thread.shutdownGracefully { _ in } }
        do {
            return try await SystemNameResolver(pool: thread).addresses(of: host, within: Self.connectTime)
        } catch is LinkFailure {
            return []
        }
    }

    private static func words(_ cause: any Error) -> String {
        switch cause {
        case let error as IOError: String(cString: strerror(error.errnoCode))
        case is NIOSSLError, is BoringSSLError, is NIOSSLExtraError: "its certificate is not trusted, or is another's"
        case ChannelError.connectTimeout, LinkFailure.unreachable, LinkFailure.tooSlow: "it does not answer"
        default: "the connection broke"
        }
    }
}
