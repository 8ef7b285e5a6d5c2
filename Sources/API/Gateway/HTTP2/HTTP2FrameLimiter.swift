package import NIOCore

/// Sits between TLS and the HTTP/2 layer and ends a connection that sends more frames of a kind than any client has
/// reason to.
///
/// The HTTP/2 layer takes microseconds for every frame (swift-nio-http2 1.46), so frames are counted here by their
/// headers alone, and a buffer with one too many is not passed on at all. The peer gets GOAWAY with ENHANCE_YOUR_CALM
/// and is not read any more. Its connection is closed a little later, so that it still counts for its address
/// meanwhile.
package final class HTTP2FrameLimiter: ChannelDuplexHandler {
    package typealias InboundIn = ByteBuffer
    package typealias InboundOut = ByteBuffer
    package typealias OutboundIn = ByteBuffer
    package typealias OutboundOut = ByteBuffer

    private static let (headers, continuation): (UInt8, UInt8) = (0x1, 0x9)
    private static let endHeaders: UInt8 = 0x4

    /// The factor for the bytes of a head in several frames: the HTTP/2 layer (swift-nio-http2 1.46) copies the
    /// received part with each frame, into buffers that double.
    private static let copies = 3

    private let pause: TimeAmount
    private let connection: ConnectionGuard?
    private let now: () -> NIODeadline
    private var allowance: HTTP2FrameAllowance
    private var received = HTTP2FrameWalk(skipping: HTTP2FrameWalk.prefaceLength)
    private var sent = HTTP2FrameWalk()
    private var lastStream: UInt32 = 0
    private var isOver = false
    /// The bytes of the incomplete head, which the HTTP/2 layer stores until it is complete.
    private var headBytes = 0
    /// The bytes counted for it.
    private var countedBytes = 0
    private var closing: Scheduled<Void>?

    /// - Parameter connection: counts long heads; nil where they are not counted.
    init(
        pause: Duration, connection: ConnectionGuard? = nil, now: @escaping () -> NIODeadline = { .now() }
    ) {
        self.pause = TimeAmount(pause)
        self.connection = connection
        self.now = now
        allowance = HTTP2FrameAllowance(now: now())
    }

    package func handlerRemoved(context: ChannelHandlerContext) {
        closing?.cancel()
        giveBack()
    }

    package func channelInactive(context: ChannelHandlerContext) {
        closing?.cancel()
        giveBack()
        context.fireChannelInactive()
    }

    package func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard !isOver else { return }
        allowance.fill(now: now())
        let isWithin = unwrapInboundIn(data).withUnsafeReadableBytes { bytes in
            received.advance(over: bytes) { frame in
                guard allowance.take(frame), admit(frame) else { return false }
                if frame.kind == Self.headers { lastStream = max(lastStream, frame.stream) }
                return true
            }
        }
        guard isWithin else { return end(context) }
        context.fireChannelRead(data)
        if headBytes == 0 { giveBack() }
    }

    /// Counts a frame of a head in several frames. Returns false when the HTTP/2 layer must not store it.
    private func admit(_ frame: HTTP2FrameWalk.Frame) -> Bool {
        guard frame.kind == Self.headers || frame.kind == Self.continuation else { return true }
        headBytes = (frame.kind == Self.headers ? 0 : headBytes) + frame.length
        let isLong = headBytes > LongHeadBudget.ordinaryMultiplexed
        if isLong, let connection {
            let more = headBytes * Self.copies - countedBytes
            guard headBytes <= LongHeadBudget.longestMultiplexed, connection.takeHead(more) else { return false }
            countedBytes += more
        }
        if frame.flags & Self.endHeaders != 0 { headBytes = 0 }
        return true
    }

    private func giveBack() {
        guard countedBytes > 0 else { return }
        connection?.giveHead(countedBytes)
        countedBytes = 0
    }

    package func channelReadComplete(context: ChannelHandlerContext) {
        if !isOver { context.fireChannelReadComplete() }
    }

    package func read(context: ChannelHandlerContext) {
        if !isOver { context.read() }
    }

    package func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        unwrapOutboundIn(data).withUnsafeReadableBytes { bytes in
            _ = sent.advance(over: bytes) { frame in
                allowance.sent(frame)
                return true
            }
        }
        context.write(data, promise: promise)
    }

    private func end(_ context: ChannelHandlerContext) {
        isOver = true
        if sent.isBetweenFrames {
            var goAway = ByteBuffer()
            goAway.writeBytes([0, 0, 8, 0x7, 0, 0, 0, 0, 0])
            goAway.writeInteger(lastStream)
            goAway.writeInteger(UInt32(0xB))
            context.writeAndFlush(wrapOutboundOut(goAway), promise: nil)
        }
        let bound = NIOLoopBound(context, eventLoop: context.eventLoop)
        closing = context.eventLoop.scheduleTask(in: pause) { bound.value.close(promise: nil) }
    }
}

/// Finds the frames in a stream of HTTP/2 bytes by their headers of nine bytes alone (RFC 9113 §4.1), however the bytes
/// are split.
struct HTTP2FrameWalk {
    struct Frame: Equatable {
        let kind: UInt8
        let flags: UInt8
        let length: Int
        let stream: UInt32
    }

    /// The length of the client's preface, before its first frame (RFC 9113 §3.4).
    static let prefaceLength = 24
    private static let headerLength = 9

    /// The bytes before the next header: of a payload or the preface.
    private var skipped: Int
    /// The bytes of an incomplete header, the latest in the lowest bits. Exactly nine bytes are shifted in.
    private var header: UInt128 = 0
    private var headerBytes = 0
    /// The index at which the last call of `advance` ended: after a header where `found` returned false.
    private(set) var offset = 0

    init(skipping skipped: Int = 0) {
        self.skipped = skipped
    }

    /// Whether the last byte was the last one of a frame.
    var isBetweenFrames: Bool { skipped == 0 && headerBytes == 0 }

    /// Calls `found` for each frame whose header is complete, until it returns false. Returns false then.
    mutating func advance(over bytes: UnsafeRawBufferPointer, _ found: (Frame) -> Bool) -> Bool {
        var index = 0
        defer { offset = index }
        while index < bytes.count {
            if skipped > 0 {
                let step = min(skipped, bytes.count - index)
                skipped -= step
                index += step
                continue
            }
            header = header << 8 | UInt128(bytes[index])
            headerBytes += 1
            index += 1
            guard headerBytes == Self.headerLength else { continue }
            let frame = Frame(
                kind: UInt8(truncatingIfNeeded: header >> 40), flags: UInt8(truncatingIfNeeded: header >> 32),
                length: Int(header >> 48), stream: UInt32(truncatingIfNeeded: header) & 0x7FFF_FFFF)
            header = 0
            headerBytes = 0
            skipped = frame.length
            guard found(frame) else { return false }
        }
        return true
    }
}
