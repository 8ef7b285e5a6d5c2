import NIOCore
import NIOEmbedded
import Testing

@testable import Gateway

@Suite("Counting HTTP/2 frames") struct HTTP2FrameTests {
    private static func frame(_ kind: UInt8, flags: UInt8 = 0, length: Int = 0, stream: UInt8 = 0) -> [UInt8] {
        [UInt8(length >> 16 & 0xFF), UInt8(length >> 8 & 0xFF), UInt8(length & 0xFF), kind, flags, 0, 0, 0, stream]
            + [UInt8](repeating: 0xAA, count: length)
    }

    @Test("frames are found however their bytes are split", arguments: [1, 2, 3, 8, 9, 10, 64, 1_000_000])
    func splits(size: Int) {
        let bytes =
            [UInt8](repeating: 9, count: HTTP2FrameWalk.prefaceLength) + Self.frame(4)
            + Self.frame(1, flags: 5, length: 40, stream: 1) + Self.frame(0, length: 70_000, stream: 1)
            + Self.frame(8, length: 4) + Self.frame(0xEE, stream: 255)
        var walk = HTTP2FrameWalk(skipping: HTTP2FrameWalk.prefaceLength)
        var frames: [HTTP2FrameWalk.Frame] = []
        for start in stride(from: 0, to: bytes.count, by: size) {
            Array(bytes[start..<min(bytes.count, start + size)]).withUnsafeBytes { part in
                _ = walk.advance(over: part) {
                    frames.append($0)
                    return true
                }
            }
        }
        #expect(frames.map(\.kind) == [4, 1, 0, 8, 0xEE])
        #expect(frames.map(\.length) == [0, 40, 70_000, 4, 0])
        #expect(frames.map(\.flags) == [0, 5, 0, 0, 0])
        #expect(frames.map(\.stream) == [0, 1, 1, 0, 255])
        #expect(walk.isBetweenFrames)
    }

    /// A channel with only the limiter, on a clock that the test moves, after the client's preface.
    private final class Limited {
        let channel = EmbeddedChannel()
        private var instant = NIODeadline.uptimeNanoseconds(1_000_000_000)

        init() throws {
            let limiter = HTTP2FrameLimiter(pause: .seconds(5)) { self.instant }
            try channel.pipeline.syncOperations.addHandler(limiter)
            channel.pipeline.connect(to: try SocketAddress(ipAddress: "127.0.0.1", port: 1), promise: nil)
            try channel.writeInbound(ByteBuffer(repeating: 9, count: HTTP2FrameWalk.prefaceLength))
            _ = try channel.readInbound(as: ByteBuffer.self)
        }

        func pass(_ time: TimeAmount) { instant = instant + time }

        /// Whether all of these frames reach the HTTP/2 layer.
        func takes(_ frame: [UInt8], _ count: Int) throws -> Bool {
            try channel.writeInbound(ByteBuffer(bytes: Array(repeating: frame, count: count).flatMap(\.self)))
            return try channel.readInbound(as: ByteBuffer.self) != nil
        }

        func send(_ frame: [UInt8]) throws {
            try channel.writeOutbound(ByteBuffer(bytes: frame))
            _ = try channel.readOutbound(as: ByteBuffer.self)
        }
    }

    @Test("every kind of frame has a limit", arguments: UInt8(0)...12)
    func bounds(kind: UInt8) throws {
        let limited = try Limited()
        let few = kind == 4 || kind == 7 || kind == 9 ? 4 : 40
        #expect(try limited.takes(Self.frame(kind, length: 8), few))
        #expect(try !limited.takes(Self.frame(kind, length: 8), 5_000))
        let goAway = try #require(try limited.channel.readOutbound(as: ByteBuffer.self))
        #expect(Array(goAway.readableBytesView)[3] == 7 && Array(goAway.readableBytesView).last == 11)
        #expect(try !limited.takes(Self.frame(0, length: 8), 1), "what comes after that is not read")
        #expect(limited.channel.isActive)
        limited.channel.embeddedEventLoop.advanceTime(by: .seconds(6))
        #expect(!limited.channel.isActive)
    }

    @Test("an upload in frames of 16 KiB is unlimited, one in frames of a byte is not")
    func uploads() throws {
        let limited = try Limited()
        #expect(try limited.takes(Self.frame(0, length: 16_384, stream: 1), 300))
        #expect(try limited.takes(Self.frame(0, length: 1_024, stream: 1), 3_000))
        #expect(try !limited.takes(Self.frame(0, length: 1, stream: 1), 2_000))
    }

    @Test("a receiver of data may acknowledge it frame by frame, a client without data may not")
    func downloads() throws {
        let (reader, idler) = (try Limited(), try Limited())
        for _ in 0..<1_000 {
            try reader.send(Self.frame(0, length: 16_384, stream: 1))
            #expect(try reader.takes(Self.frame(8, length: 4) + Self.frame(8, length: 4, stream: 1), 2))
        }
        #expect(try !idler.takes(Self.frame(8, length: 4), 1_000))
    }

    @Test("the allowance refills with time")
    func refill() throws {
        let limited = try Limited()
        #expect(try limited.takes(Self.frame(8, length: 4), 200))
        limited.pass(.seconds(2))
        #expect(try limited.takes(Self.frame(8, length: 4), 30))
        #expect(try !limited.takes(Self.frame(8, length: 4), 30))
    }

    @Test("a stalled transfer may continue for one window, however much was sent before")
    func progress() {
        var deadline = ProgressDeadline(window: .seconds(60), minimum: 60 * 1024)
        let start = NIODeadline.uptimeNanoseconds(1_000_000_000)
        deadline.began(16 << 20, now: start)
        #expect(deadline.end == start + .seconds(60))
        // The kernel and the TLS layer accept megabytes at once. Those extend the deadline by one window at most.
        deadline.moved(8 << 20, now: start + .seconds(1))
        #expect(deadline.end == start + .seconds(61))
        // Half of the minimum rate for a minute and a half.
        var now = start + .seconds(1)
        for _ in 0..<90 {
            now = now + .seconds(1)
            deadline.moved(512, now: now)
        }
        #expect(deadline.end > now && deadline.end < now + .seconds(20))
    }
}
