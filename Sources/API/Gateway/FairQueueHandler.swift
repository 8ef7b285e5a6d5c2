import NIOCore

/// Sits before the HTTP/2 layer and hands on a request's first frame only once the `FairQueue` lets it begin. Until then what comes behind it
/// waits, too, and the connection is not read.
final class FairQueueHandler: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer
    typealias OutboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private static let headers: UInt8 = 0x1

    private let queue: FairQueue
    private var received = HTTP2FrameWalk(skipping: HTTP2FrameWalk.prefaceLength)
    private var held = CircularBuffer<ByteBuffer>()
    /// A request waits for its turn.
    private var isWaiting = false
    private var isReadWanted = false
    private var isCompleteWanted = false
    /// Of the latest request: a later head of it holds its trailers.
    private var lastStream: UInt32 = 0
    private var context: ChannelHandlerContext?

    init(_ queue: FairQueue) {
        self.queue = queue
    }

    func handlerAdded(context: ChannelHandlerContext) {
        self.context = context
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        queue.leave(self)
        self.context = nil
    }

    func channelInactive(context: ChannelHandlerContext) {
        queue.leave(self)
        held.removeAll()
        context.fireChannelInactive()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        held.append(unwrapInboundIn(data))
        if !isWaiting { handOn(context) }
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        if isWaiting { isCompleteWanted = true }
        context.fireChannelReadComplete()
    }

    func read(context: ChannelHandlerContext) {
        if isWaiting { isReadWanted = true } else { context.read() }
    }

    /// The request that waited may begin.
    func proceed() {
        guard let context else { return }
        isWaiting = false
        handOn(context)
        if isCompleteWanted { context.fireChannelReadComplete() }
        guard !isWaiting else { return }
        isCompleteWanted = false
        if isReadWanted {
            isReadWanted = false
            context.read()
        }
    }

    private func handOn(_ context: ChannelHandlerContext) {
        while !isWaiting, var buffer = held.popFirst() {
            let end = buffer.withUnsafeReadableBytes { bytes in
                received.advance(over: bytes) { frame in
                    guard frame.kind == Self.headers, frame.stream > lastStream else { return true }
                    lastStream = frame.stream
                    isWaiting = !queue.enter(self)
                    return !isWaiting
                } ? bytes.count : received.offset
            }
            // The frame's own nine bytes may have gone on: the HTTP/2 layer waits for the rest of it.
            guard let part = buffer.readSlice(length: end) else { return }
            if buffer.readableBytes > 0 { held.prepend(buffer) }
            context.fireChannelRead(wrapInboundOut(part))
        }
    }
}
