package import NIOCore

/// Sits between TLS and the HTTP/2 layer and ends a connection that sends more frames of a kind than any client has reason to.
///
/// The HTTP/2 layer takes microseconds for every frame (swift-nio-http2 1.46), so frames are counted here by their headers alone, and a
/// buffer with one too many is not passed on at all. The peer is sent GOAWAY with ENHANCE_YOUR_CALM and not read any more; its connection is
/// closed a little later, so that it counts among those of its address meanwhile.
package final class HTTP2FrameLimiter: ChannelDuplexHandler {
    package typealias InboundIn = ByteBuffer
    package typealias InboundOut = ByteBuffer
    package typealias OutboundIn = ByteBuffer
    package typealias OutboundOut = ByteBuffer

    private static let (headers, continuation): (UInt8, UInt8) = (0x1, 0x9)
    private static let endHeaders: UInt8 = 0x4

    /// What a byte of a head counts that comes in several frames: the HTTP/2 layer (swift-nio-http2 1.46) copies what has come with each
    /// of them, into buffers that double.
    private static let copies = 3

    private let pause: TimeAmount
    private let connection: ConnectionGuard?
    private let now: () -> NIODeadline
    private var allowance: HTTP2FrameAllowance
    private var received = HTTP2FrameWalk(skipping: HTTP2FrameWalk.prefaceLength)
    private var sent = HTTP2FrameWalk()
    private var lastStream: UInt32 = 0
    private var isOver = false
    /// Bytes of the head that is coming, which the HTTP/2 layer stores until it is whole.
    private var headBytes = 0
    /// What was counted of them.
    private var held = 0
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

    /// Counts a frame of a head that comes in several. False when the HTTP/2 layer is not to store it.
    private func admit(_ frame: HTTP2FrameWalk.Frame) -> Bool {
        guard frame.kind == Self.headers || frame.kind == Self.continuation else { return true }
        headBytes = (frame.kind == Self.headers ? 0 : headBytes) + frame.length
        let isLong = headBytes > LongHeadBudget.ordinaryMultiplexed
        if isLong, let connection {
            let more = headBytes * Self.copies - held
            guard headBytes <= LongHeadBudget.longestMultiplexed, connection.takeHead(more) else { return false }
            held += more
        }
        if frame.flags & Self.endHeaders != 0 { headBytes = 0 }
        return true
    }

    private func giveBack() {
        guard held > 0 else { return }
        connection?.giveHead(held)
        held = 0
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
