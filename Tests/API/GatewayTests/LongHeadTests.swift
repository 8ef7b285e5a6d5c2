import HTTPTypes
import NIOCore
import NIOEmbedded
import Testing

@testable import Gateway

@Suite("Long request heads") struct LongHeadTests {
    private static func key(_ address: String) throws -> AddressKey {
        AddressKey(try SocketAddress(ipAddress: address, port: 1))
    }

    private static func limits() -> ConnectionLimits {
        var limits = ConnectionLimits()
        limits.longHeadBytes = 1_000_000
        limits.longHeadBytesPerAddress = 400_000
        limits.longHeadBytesPerSecond = 10_000
        return limits
    }

    @Test("have a memory limit for each address and for all together")
    func shares() throws {
        let heads = LongHeadBudget(limits: Self.limits())
        let now = NIODeadline.uptimeNanoseconds(1_000_000_000)
        let (one, two, three) = (try Self.key("192.0.2.1"), try Self.key("192.0.2.2"), try Self.key("192.0.2.3"))
        #expect(heads.take(400_000, for: one, now: now))
        #expect(!heads.take(1, for: one, now: now))
        #expect(heads.take(400_000, for: two, now: now))
        #expect(!heads.take(400_000, for: three, now: now))
        heads.give(400_000, for: one, now: now)
        #expect(heads.take(400_000, for: three, now: now))
        #expect(heads.bytesInUse == 800_000)
    }

    @Test("count for a while after they are gone, because decoding them takes time")
    func rate() throws {
        let heads = LongHeadBudget(limits: Self.limits())
        var now = NIODeadline.uptimeNanoseconds(1_000_000_000)
        let key = try Self.key("2001:db8::1")
        for _ in 0..<4 {
            #expect(heads.take(100_000, for: key, now: now))
            heads.give(100_000, for: key, now: now)
        }
        #expect(!heads.take(100_000, for: key, now: now))
        now = now + .seconds(10)
        #expect(heads.take(100_000, for: key, now: now))
        #expect(!heads.take(1_000, for: try Self.key("2001:db8::2"), now: now), "the same customer's")
    }

    // MARK: HTTP/1.1

    /// A connection in which the test plays the decoder.
    private final class Plain {
        let channel = EmbeddedChannel()
        let heads: LongHeadBudget
        let limiter: HeadLimiter

        init(_ heads: LongHeadBudget, from address: String = "192.0.2.1") throws {
            self.heads = heads
            let limits = LongHeadTests.limits()
            let connection = ConnectionGuard(
                limits: limits, connections: ActiveConnections(limits: limits), heads: heads, key: try key(address))
            let rules = LongHeadRules(
                isTaken: { $0.hasPrefix("/rest/") },
                reply: { target, _ in
                    RedirectServer.Reply(
                        mediaType: "text/xml", content: Array("of \(target.prefix(10))".utf8),
                        fields: [.accessControlAllowOrigin: "*"])
                })
            limiter = HeadLimiter(rules: rules, connection: connection, protection: [.server: "rondo"])
            try channel.pipeline.syncOperations.addHandler(limiter)
            channel.pipeline.connect(to: try SocketAddress(ipAddress: "127.0.0.1", port: 1), promise: nil)
        }

        /// Sends text, and returns how many bytes of it are passed on.
        func send(_ text: String) throws -> Int {
            try channel.writeInbound(ByteBuffer(string: text))
            var count = 0
            while let part = try channel.readInbound(as: ByteBuffer.self) { count += part.readableBytes }
            return count
        }

        func answer() throws -> String? {
            try channel.readOutbound(as: ByteBuffer.self).map { String(buffer: $0) }
        }
    }

    @Test("are passed on for targets that allow them, up to their limit")
    func plain() throws {
        let heads = LongHeadBudget(limits: Self.limits())
        let plain = try Plain(heads)
        let text = "GET /rest/x?" + String(repeating: "a", count: 250_000)
        #expect(try plain.send(text) == text.utf8.count)
        #expect(heads.bytesInUse > 250_000)
        #expect(try plain.answer() == nil)
        #expect(try plain.send(String(repeating: "a", count: 100_000)) < 50_000)
        let answer = try #require(try plain.answer())
        #expect(answer.hasPrefix("HTTP/1.1 414 ") && answer.hasSuffix("of /rest/x?aa"))
        #expect(answer.contains("\r\nAccess-Control-Allow-Origin: *\r\n") && answer.contains("\r\nServer: rondo\r\n"))
        #expect(heads.bytesInUse == 0)
        #expect(try plain.send("more") == 0)
    }

    @Test("are refused early for other targets")
    func other() throws {
        let heads = LongHeadBudget(limits: Self.limits())
        let plain = try Plain(heads)
        #expect(try plain.send("HEAD /api/x?" + String(repeating: "a", count: 250_000)) <= LongHeadBudget.ordinary)
        let answer = try #require(try plain.answer())
        #expect(answer.hasPrefix("HTTP/1.1 431 ") && answer.hasSuffix("\r\n\r\n"), "a HEAD has no content")
        #expect(heads.bytesInUse == 0)
    }

    @Test("are refused when there are too many, and free memory when they end")
    func many() throws {
        let heads = LongHeadBudget(limits: Self.limits())
        let first = try Plain(heads)
        let long = "GET /rest/x?" + String(repeating: "a", count: 250_000)
        #expect(try first.send(long) == long.utf8.count)
        let second = try Plain(heads)
        #expect(try second.send(long) < long.utf8.count)
        #expect(try second.answer()?.hasPrefix("HTTP/1.1 429 ") == true)
        let other = try Plain(heads, from: "192.0.2.2")
        #expect(try other.send(long) == long.utf8.count)
        first.channel.pipeline.fireChannelInactive()
        other.limiter.headEnded()
        other.limiter.bodyEnded()
        #expect(heads.bytesInUse > 250_000, "the request has its head while it is answered")
        other.limiter.allAnswered()
        #expect(heads.bytesInUse == 0)
    }

    @Test("end the connection while another answer is pending, and long bodies do not count")
    func busy() throws {
        let heads = LongHeadBudget(limits: Self.limits())
        let plain = try Plain(heads)
        _ = try plain.send("POST /api/x HTTP/1.1\r\n\r\n")
        plain.limiter.headEnded()
        #expect(try plain.send(String(repeating: "a", count: 1_000_000)) == 1_000_000)
        plain.limiter.bodyEnded()
        _ = try plain.send("GET /api/x?" + String(repeating: "a", count: 100_000))
        #expect(try plain.answer() == nil)
        #expect(!plain.channel.isActive)
    }

    // MARK: HTTP/2

    private static func frame(_ kind: UInt8, flags: UInt8 = 0, length: Int) -> [UInt8] {
        [UInt8(length >> 16 & 0xFF), UInt8(length >> 8 & 0xFF), UInt8(length & 0xFF), kind, flags, 0, 0, 0, 1]
            + [UInt8](repeating: 0xAA, count: length)
    }

    private func multiplexed(_ heads: LongHeadBudget) throws -> EmbeddedChannel {
        let limits = Self.limits()
        let connection = ConnectionGuard(
            limits: limits, connections: ActiveConnections(limits: limits), heads: heads, key: try Self.key("192.0.2.1")
        )
        let channel = EmbeddedChannel()
        try channel.pipeline.syncOperations.addHandler(HTTP2FrameLimiter(pause: .seconds(5), connection: connection))
        channel.pipeline.connect(to: try SocketAddress(ipAddress: "127.0.0.1", port: 1), promise: nil)
        try channel.writeInbound(ByteBuffer(repeating: 9, count: HTTP2FrameWalk.prefaceLength))
        _ = try channel.readInbound(as: ByteBuffer.self)
        return channel
    }

    @Test("arrive in full frames as often as a player saves its queue, and count until they are complete")
    func frames() throws {
        let heads = LongHeadBudget(limits: ConnectionLimits())
        let channel = try multiplexed(heads)
        try channel.writeInbound(ByteBuffer(bytes: Self.frame(1, length: 16_384)))
        #expect(heads.bytesInUse == 0)
        for number in 1...16 {
            try channel.writeInbound(ByteBuffer(bytes: Self.frame(9, flags: number == 16 ? 4 : 0, length: 16_384)))
            #expect(try channel.readInbound(as: ByteBuffer.self) != nil)
            #expect(number == 16 ? heads.bytesInUse == 0 : heads.bytesInUse == 3 * (number + 1) * 16_384)
        }
        try channel.writeInbound(ByteBuffer(bytes: Self.frame(1, length: 16_384)))
        while channel.isActive, try channel.readOutbound(as: ByteBuffer.self) == nil {
            try channel.writeInbound(ByteBuffer(bytes: Self.frame(9, length: 16_384)))
            #expect(heads.bytesInUse <= 4 << 20)
        }
        channel.pipeline.fireChannelInactive()
        #expect(heads.bytesInUse == 0)
    }

    @Test(
        "need not wait for settings, because the server acknowledges them for the client",
        arguments: [1, 2, 5, 9, 16, 33, 1_000])
    func acknowledgement(size: Int) throws {
        let channel = EmbeddedChannel()
        try channel.pipeline.syncOperations.addHandler(EarlyAcknowledgement())
        let preface = [UInt8](repeating: 9, count: HTTP2FrameWalk.prefaceLength)
        let settings = Self.frame(4, length: 12)
        let acknowledged = Self.frame(4, flags: 1, length: 0)
        let (head, data) = (Self.frame(1, flags: 4, length: 40), Self.frame(0, length: 500))
        let bytes = preface + settings + head + acknowledged + data + Self.frame(4, length: 6)
        var result: [UInt8] = []
        for start in stride(from: 0, to: bytes.count, by: size) {
            try channel.writeInbound(ByteBuffer(bytes: Array(bytes[start..<min(bytes.count, start + size)])))
            while let part = try channel.readInbound(as: ByteBuffer.self) { result += Array(part.readableBytesView) }
        }
        let own: [UInt8] = [0, 0, 0, 4, 1, 0, 0, 0, 0]
        #expect(result == preface + settings + own + head + data + Self.frame(4, length: 6))
    }
}
