import CLinux
package import NIOCore

/// The first handler of every connection. It counts the connection, and closes it when the handshake, a request head or
/// the next request does not arrive in time. It sees the raw bytes, so that nothing the layers above wait for can keep
/// a connection open.
///
/// `RequestMonitor` reports the beginning and end of requests to it. It also closes a connection whose peer reads a
/// response too slowly.
package final class ConnectionGuard: ChannelDuplexHandler {
    package typealias InboundIn = ByteBuffer
    package typealias InboundOut = ByteBuffer
    package typealias OutboundIn = ByteBuffer
    package typealias OutboundOut = ByteBuffer

    private enum Phase {
        case handshake
        /// Waiting for a request; `headBegun` once bytes of it have arrived.
        case idle(headBegun: Bool)
        case busy(requests: Int)
    }

    private let limits: ConnectionLimits
    private let connections: ActiveConnections
    private let heads: LongHeadBudget
    private let key: AddressKey
    private var phase = Phase.handshake
    /// HTTP/2 peers may send PING frames between requests: bytes do not mean that a head has begun there.
    private var isMultiplexed = false
    private var deadline: NIODeadline
    private var armedFor = NIODeadline.distantFuture
    private var timer: Scheduled<Void>?
    private var progress: ProgressDeadline
    private var stalling: Scheduled<Void>?
    /// The address of the buffer of the last write, which the TLS layer reuses for the next one (`BufferMemory`).
    private var sentFrom: UInt64 = 0
    private var quietSince = NIODeadline.distantFuture
    private var trimming: Scheduled<Void>?
    /// The quiet period after which the buffer's pages are released.
    private static let quietPeriod = TimeAmount.seconds(2)
    private var channel: (any Channel)?

    init(limits: ConnectionLimits, connections: ActiveConnections, heads: LongHeadBudget, key: AddressKey) {
        self.limits = limits
        self.connections = connections
        self.heads = heads
        self.key = key
        deadline = .now() + TimeAmount(limits.handshake)
        progress = ProgressDeadline(window: limits.stallWindow, minimum: limits.minimumResponseBytes)
    }

    package func handlerAdded(context: ChannelHandlerContext) {
        channel = context.channel
        arm(context.eventLoop)
    }

    package func handlerRemoved(context: ChannelHandlerContext) {
        cancelTimers()
        channel = nil
    }

    package func channelInactive(context: ChannelHandlerContext) {
        cancelTimers()
        connections.release(key)
        context.fireChannelInactive()
    }

    private func cancelTimers() {
        timer?.cancel()
        timer = nil
        trimming?.cancel()
        trimming = nil
        stalling?.cancel()
        stalling = nil
    }

    package func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        if case .idle(headBegun: false) = phase, !isMultiplexed {
            phase = .idle(headBegun: true)
            move(deadlineTo: limits.head)
        }
        context.fireChannelRead(data)
    }

    package func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        let buffer = unwrapOutboundIn(data)
        sentFrom = buffer.withUnsafeReadableBytes { $0.baseAddress.map(rondo_buffer_name) ?? 0 }
        let count = buffer.readableBytes
        progress.began(count, now: .now())
        if stalling == nil { watchProgress(context.eventLoop) }
        let promise = promise ?? context.eventLoop.makePromise(of: Void.self)
        promise.futureResult.assumeIsolated().whenComplete { [weak self] _ in
            self?.progress.moved(count, now: .now())
        }
        context.write(data, promise: promise)
    }

    /// Closes the connection when the kernel takes too few of the pending bytes. A stalled HTTP/2 stream is ended by
    /// its own monitor, but its bytes in the connection keep its file open until they are sent too.
    private func watchProgress(_ eventLoop: any EventLoop) {
        let bound = NIOLoopBound(self, eventLoop: eventLoop)
        stalling = eventLoop.scheduleTask(deadline: progress.end) { bound.value.checkProgress() }
    }

    private func checkProgress() {
        stalling = nil
        guard let channel, progress.pending > 0 else { return }
        if progress.end <= .now() {
            channel.close(promise: nil)
        } else {
            watchProgress(channel.eventLoop)
        }
    }

    func handshakeCompleted(multiplexed: Bool) {
        isMultiplexed = multiplexed
        phase = .idle(headBegun: true)
        move(deadlineTo: limits.head)
        scheduleTrim()
    }

    /// Counts bytes of a long head; returns false when they must not be stored.
    func takeHead(_ bytes: Int) -> Bool { heads.take(bytes, for: key) }

    func giveHead(_ bytes: Int) { heads.give(bytes, for: key) }

    func requestBegan() {
        if case .busy(let requests) = phase {
            phase = .busy(requests: requests + 1)
        } else {
            phase = .busy(requests: 1)
        }
    }

    func requestEnded() {
        guard case .busy(let requests) = phase else { return }
        guard requests <= 1 else {
            phase = .busy(requests: requests - 1)
            return
        }
        phase = .idle(headBegun: false)
        move(deadlineTo: limits.idle)
        scheduleTrim()
    }

    private func scheduleTrim() {
        quietSince = .now()
        guard let channel, trimming == nil else { return }
        let bound = NIOLoopBound(self, eventLoop: channel.eventLoop)
        trimming = channel.eventLoop.scheduleTask(in: Self.quietPeriod) { bound.value.trim() }
    }

    private func trim() {
        trimming = nil
        guard case .idle = phase, let options = channel?.syncOptions else { return }
        guard NIODeadline.now() - quietSince >= Self.quietPeriod else { return scheduleTrim() }
        // The kernel has all bytes, so the buffer's content is no longer needed.
        if (try? options.getOption(.bufferedWritableBytes)) == 0 { rondo_buffer_release_pages(sentFrom) }
    }

    /// Timers are lazy: one that fires before a deadline that has moved on is set again then, so that a busy connection
    /// sets no timers.
    private func move(deadlineTo duration: Duration) {
        deadline = .now() + TimeAmount(duration)
        guard let channel, timer == nil || armedFor > deadline else { return }
        arm(channel.eventLoop)
    }

    private func arm(_ eventLoop: any EventLoop) {
        timer?.cancel()
        armedFor = deadline
        let bound = NIOLoopBound(self, eventLoop: eventLoop)
        timer = eventLoop.scheduleTask(deadline: deadline) { bound.value.check() }
    }

    private func check() {
        timer = nil
        guard let channel else { return }
        if case .busy = phase { return }
        if deadline <= .now() {
            channel.close(promise: nil)
        } else {
            arm(channel.eventLoop)
        }
    }
}

/// The deadline of a transfer. Every byte that moves extends it by its share of the window, and at most one window is
/// saved up: a stalled transfer ends one window after its last byte, one that is too slow somewhat later.
struct ProgressDeadline {
    private let window: TimeAmount
    private let nanosecondsPerByte: Double
    private(set) var end = NIODeadline.distantFuture
    /// Bytes that were written to the channel and that the kernel has not taken yet.
    private(set) var pending = 0

    /// - Parameter minimum: the number of bytes in each window that just suffices.
    init(window: Duration, minimum: Int) {
        self.window = TimeAmount(window)
        nanosecondsPerByte = Double(self.window.nanoseconds) / Double(max(1, minimum))
    }

    mutating func began(_ count: Int, now: NIODeadline) {
        if pending == 0 { end = now + window }
        pending += count
    }

    mutating func moved(_ count: Int, now: NIODeadline) {
        pending -= count
        let most = now + window
        let bought = Double(count) * nanosecondsPerByte
        guard bought < Double(window.nanoseconds) else {
            end = most
            return
        }
        end = min(most, max(end, now) + .nanoseconds(Int64(bought)))
    }
}
