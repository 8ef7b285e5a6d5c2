import HTTPTypes
import HummingbirdCore
import Logging
import NIOCore
import NIOEmbedded
import Support
import Testing

@testable import Gateway

@Suite("HTTP/2 streams") struct HTTP2StreamTests {
    @Test("a stream that is opened when the connection's task has ended is reset", .timeLimit(.minutes(1)))
    func untaken() async throws {
        let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        let layers = HTTP2Layers(
            streams: HTTP1Channel(responder: { _, _, _ in }), idle: .seconds(60), shutdown: .seconds(1))
        let channel = NIOAsyncTestingChannel()
        try await channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 1))
        let connection = try await channel.eventLoop.submit { try layers.setup(channel: channel, logger: logger) }.get()
        let task = Task { await layers.handle(connection, logger: logger) }
        task.cancel()
        await task.value
        try await channel.writeInbound(
            ByteBuffer(bytes: RawFrames.preface + RawFrames.head("GET", "/", stream: 1, endsStream: false)))
        var sent: [UInt8] = []
        while !sent.contains(RawFrames.frame(3, stream: 1, [0, 0, 0, 8])) {
            sent += try await channel.waitForOutboundWrite(as: ByteBuffer.self).readableBytesView
        }
        try await channel.close()
    }

    @Test("what changes from response to response is kept out of the table of the header compression")
    func headerCompression() {
        var fields: HTTPFields = [.contentType: "audio/flac", .eTag: "\"1\"", .date: "now", .setCookie: "session=1"]
        HeaderCompression.keepOutOfTable(&fields)
        let strategies = fields.map { $0.indexingStrategy }
        #expect(strategies == [.automatic, .avoid, .avoid, .disallow])
    }
}
