import NIOCore
import NIOEmbedded
import NIOHTTP1
import Primitives
import Submissions
import Testing

@testable import NetworkClients

/// The sending of a request and its time limits, on a clock that the tests control.
@Suite("A request's time limits") struct FetchRequestTests {
    private let outcome = FetchOutcome()
    private let channel: EmbeddedChannel

    init() throws {
        let head = HTTPRequestHead(version: .http1_1, method: .GET, uri: "/song.mp3")
        let start = NIODeadline.uptimeNanoseconds(0)
        channel = EmbeddedChannel(
            handler: FetchRequest(
                head, reached: start + .seconds(8), deadline: start + .seconds(60), outcome: outcome))
    }

    private func connect() throws {
        try channel.connect(to: SocketAddress(ipAddress: "192.0.2.1", port: 80)).wait()
    }

    private func advance(_ seconds: Int64) {
        channel.embeddedEventLoop.advanceTime(by: .seconds(seconds))
    }

    @Test("the whole request is sent as soon as there is a connection, and not before")
    func sent() throws {
        #expect(try channel.readOutbound(as: HTTPClientRequestPart.self) == nil)
        try connect()
        guard case .head(let head) = try channel.readOutbound(as: HTTPClientRequestPart.self) else {
            Issue.record("No head")
            return
        }
        #expect(head.uri == "/song.mp3")
        #expect(try channel.readOutbound(as: HTTPClientRequestPart.self) == .end(nil))
    }

    @Test(
        "an unanswered request fails at the connection limit, whether connected or not",
        arguments: [true, false])
    func unanswered(isConnected: Bool) throws {
        if isConnected { try connect() }
        advance(7)
        #expect(outcome.failure == nil)
        advance(1)
        #expect(outcome.failure == .unreachable && !channel.isActive)
    }

    @Test("a reply that has begun may last until the deadline")
    func answered() throws {
        try connect()
        advance(7)
        try channel.writeInbound(HTTPClientResponsePart.head(HTTPResponseHead(version: .http1_1, status: .ok)))
        advance(52)
        #expect(outcome.failure == nil && channel.isActive)
        advance(1)
        #expect(outcome.failure == .tooSlow && !channel.isActive)
    }
}
