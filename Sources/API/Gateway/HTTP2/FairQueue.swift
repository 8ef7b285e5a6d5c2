import NIOCore
import Synchronization

/// Shares one event loop among its HTTP/2 connections: a limited number of requests begin at once, and the rest wait,
/// with each connection's next request behind one of every other connection (fair queueing).
///
/// An event loop does all available work before it checks its sockets again (swift-nio 2.101). Hundreds of requests
/// from one read would block all other connections for that long; between two rounds the loop checks its sockets.
final class FairQueue {
    /// The requests that begin in one round while the loop keeps up with them, and the number while it does not.
    static let most = 16
    private static let fewest = 2
    private static let interval = TimeAmount.milliseconds(2)
    /// A round that begins later than this had no check of the sockets before it.
    private static let punctuality = TimeAmount.microseconds(250)

    private let eventLoop: any EventLoop
    private var waiting = CircularBuffer<FairQueueHandler>()
    private var begun = 0
    private var isScheduled = false
    private var nextRound = NIODeadline.uptimeNanoseconds(0)
    /// The requests that may still begin in this round.
    private var room = FairQueue.most

    init(_ eventLoop: any EventLoop) {
        self.eventLoop = eventLoop
    }

    /// Whether a request of this connection may begin now. If not, the connection is called when it may.
    func enter(_ connection: FairQueueHandler) -> Bool {
        if waiting.isEmpty, hasRoom() { return true }
        waiting.append(connection)
        schedule()
        return false
    }

    func leave(_ connection: FairQueueHandler) {
        waiting.removeAll { $0 === connection }
    }

    private func hasRoom() -> Bool {
        let now = eventLoop.now
        if now >= nextRound {
            begun = 0
            nextRound = now + Self.interval
        }
        guard begun < room else { return false }
        begun += 1
        return true
    }

    private func schedule() {
        guard !isScheduled, !waiting.isEmpty else { return }
        isScheduled = true
        let bound = NIOLoopBound(self, eventLoop: eventLoop)
        eventLoop.scheduleTask(deadline: nextRound) { bound.value.round() }
    }

    private func round() {
        isScheduled = false
        let now = eventLoop.now
        room = now - nextRound > Self.punctuality ? max(room / 2, Self.fewest) : min(room + 1, Self.most)
        begun = 0
        nextRound = now + Self.interval
        // A connection that is called may come back with its next request, behind the others.
        while begun < room, let connection = waiting.popFirst() {
            begun += 1
            connection.proceed()
        }
        schedule()
    }
}

/// The queues of all event loops.
final class FairQueues: Sendable {
    private let queues = Mutex<[ObjectIdentifier: NIOLoopBound<FairQueue>]>([:])

    /// The queue of an event loop; must be called on that event loop.
    func queue(of eventLoop: any EventLoop) -> FairQueue {
        queues.withLock { queues in
            if let queue = queues[ObjectIdentifier(eventLoop)] { return queue }
            let queue = NIOLoopBound(FairQueue(eventLoop), eventLoop: eventLoop)
            queues[ObjectIdentifier(eventLoop)] = queue
            return queue
        }.value
    }
}

/// Sits before the HTTP/2 layer and passes a request's first frame on only when the `FairQueue` lets it begin. Until
/// then, later frames wait too, and the connection is not read.
final class FairQueueHandler: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer
    typealias OutboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private static let headers: UInt8 = 0x1

    private let queue: FairQueue
    private var received = HTTP2FrameWalk(skipping: HTTP2FrameWalk.prefaceLength)
    private var waitingBuffers = CircularBuffer<ByteBuffer>()
    /// Whether a request waits for its turn.
    private var isWaiting = false
    private var isReadWanted = false
    private var isCompleteWanted = false
    /// The stream of the latest request: a later head of it contains its trailers.
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
        waitingBuffers.removeAll()
        context.fireChannelInactive()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        waitingBuffers.append(unwrapInboundIn(data))
        if !isWaiting { handOn(context) }
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        if isWaiting { isCompleteWanted = true }
        context.fireChannelReadComplete()
    }

    func read(context: ChannelHandlerContext) {
        if isWaiting { isReadWanted = true } else { context.read() }
    }

    /// Lets the waiting request begin.
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
        while !isWaiting, var buffer = waitingBuffers.popFirst() {
            let end = buffer.withUnsafeReadableBytes { bytes in
                received.advance(over: bytes) { frame in
                    guard frame.kind == Self.headers, frame.stream > lastStream else { return true }
                    lastStream = frame.stream
                    isWaiting = !queue.enter(self)
                    return !isWaiting
                } ? bytes.count : received.offset
            }
            // The frame's own nine bytes may have been passed on: the HTTP/2 layer waits for its rest.
            guard let part = buffer.readSlice(length: end) else { return }
            if buffer.readableBytes > 0 { waitingBuffers.prepend(buffer) }
            context.fireChannelRead(wrapInboundOut(part))
        }
    }
}
