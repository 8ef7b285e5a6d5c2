import NIOCore
import NIOEmbedded
import Testing

@testable import Gateway

@Suite("Fair turns of HTTP/2 connections") struct FairQueueTests {
    /// Connections on one event loop. Each has sent its preface.
    private final class Loop {
        let loop = EmbeddedEventLoop()
        let queue: FairQueue
        private(set) var channels: [EmbeddedChannel] = []

        init() {
            queue = FairQueue(loop)
        }

        func connect() throws -> EmbeddedChannel {
            let channel = EmbeddedChannel(loop: loop)
            try channel.pipeline.syncOperations.addHandler(FairQueueHandler(queue))
            channel.pipeline.connect(to: try SocketAddress(ipAddress: "127.0.0.1", port: 1), promise: nil)
            try channel.writeInbound(ByteBuffer(repeating: 9, count: HTTP2FrameWalk.prefaceLength))
            _ = try channel.readInbound(as: ByteBuffer.self)
            channels.append(channel)
            return channel
        }
    }

    private static func frame(_ kind: UInt8, stream: Int, _ content: [UInt8] = [1, 2, 3]) -> [UInt8] {
        [0, 0, UInt8(content.count), kind, 5, 0, 0, UInt8(stream >> 8), UInt8(stream & 0xFF)] + content
    }

    private static func received(_ channel: EmbeddedChannel) throws -> [UInt8] {
        var all: [UInt8] = []
        while let part = try channel.readInbound(as: ByteBuffer.self) { all += Array(part.readableBytesView) }
        return all
    }

    @Test("few requests pass at once, with all frames that came with them")
    func few() throws {
        let loop = Loop()
        let channel = try loop.connect()
        let bytes = (0..<FairQueue.most).flatMap { Self.frame(1, stream: $0 * 2 + 1) } + Self.frame(8, stream: 0)
        try channel.writeInbound(ByteBuffer(bytes: bytes))
        #expect(try Self.received(channel) == bytes)
    }

    @Test("many requests of one connection leave the next round free for another's, and none is lost")
    func fair() throws {
        let loop = Loop()
        let (greedy, modest) = (try loop.connect(), try loop.connect())
        let many = (0..<100).flatMap { Self.frame(1, stream: $0 * 2 + 1) + Self.frame(0, stream: $0 * 2 + 1) }
        try greedy.writeInbound(ByteBuffer(bytes: many))
        var bytes = try Self.received(greedy)
        #expect(bytes.count < many.count / 5)
        try modest.writeInbound(ByteBuffer(bytes: Self.frame(1, stream: 1)))
        let head = try Self.received(modest)
        #expect(head.count == 9)
        loop.loop.advanceTime(by: .milliseconds(2))
        #expect(try head + Self.received(modest) == Self.frame(1, stream: 1))
        bytes += try Self.received(greedy)
        #expect(bytes.count < many.count / 2)
        loop.loop.advanceTime(by: .milliseconds(200))
        bytes += try Self.received(greedy)
        #expect(bytes == many)
    }

    @Test(
        "trailers of a running request do not wait, and a request's head may be split anywhere", arguments: 1...12)
    func split(size: Int) throws {
        let loop = Loop()
        let channel = try loop.connect()
        let bytes = (0..<40).flatMap { Self.frame(1, stream: $0 * 2 + 1) } + Self.frame(1, stream: 79)
        for start in stride(from: 0, to: bytes.count, by: size) {
            try channel.writeInbound(ByteBuffer(bytes: bytes[start..<min(bytes.count, start + size)]))
        }
        loop.loop.advanceTime(by: .milliseconds(100))
        #expect(try Self.received(channel) == bytes)
    }

    @Test("a connection is not read while one of its requests waits, and a closed one waits no more")
    func reading() throws {
        let loop = Loop()
        let (first, second) = (try loop.connect(), try loop.connect())
        let many = (0..<50).flatMap { Self.frame(1, stream: $0 * 2 + 1) }
        try first.writeInbound(ByteBuffer(bytes: many))
        try second.writeInbound(ByteBuffer(bytes: many))
        first.pipeline.fireChannelInactive()
        loop.loop.advanceTime(by: .milliseconds(100))
        #expect(try Self.received(first).count < many.count)
        #expect(try Self.received(second) == many)
    }
}
