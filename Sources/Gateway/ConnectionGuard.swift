package import NIOCore

/// The first handler of every connection: counts it, and closes it when the handshake, a request head or the next request does not
/// come in time. It sees the raw bytes, so nothing that the layers above wait for can hold a connection open.
///
/// `RequestMonitor` tells it when requests begin and end.
package final class ConnectionGuard: ChannelDuplexHandler {
    package typealias InboundIn = ByteBuffer
    package typealias InboundOut = ByteBuffer
    package typealias OutboundIn = ByteBuffer
    package typealias OutboundOut = ByteBuffer

    private enum Phase {
        case handshake
        /// Waiting for a request; `headBegun` once bytes of it have come.
        case idle(headBegun: Bool)
        case busy(requests: Int)
    }

    private let limits: ConnectionLimits
    private let census: ConnectionCensus
    private let key: AddressKey
    private var phase = Phase.handshake
    /// HTTP/2 peers may send PING frames between requests: bytes do not begin a head there.
    private var isMultiplexed = false
    private var deadline: NIODeadline
    private var armedFor = NIODeadline.distantFuture
    private var timer: Scheduled<Void>?
    private var channel: (any Channel)?

    init(limits: ConnectionLimits, census: ConnectionCensus, key: AddressKey) {
        self.limits = limits
        self.census = census
        self.key = key
        deadline = .now() + TimeAmount(limits.handshake)
    }

    package func handlerAdded(context: ChannelHandlerContext) {
        channel = context.channel
        arm(context.eventLoop)
    }

    package func handlerRemoved(context: ChannelHandlerContext) {
        timer?.cancel()
        timer = nil
        channel = nil
    }

    package func channelInactive(context: ChannelHandlerContext) {
        timer?.cancel()
        timer = nil
        census.release(key)
        context.fireChannelInactive()
    }

    package func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        if case .idle(headBegun: false) = phase, !isMultiplexed {
            phase = .idle(headBegun: true)
            move(deadlineTo: limits.head)
        }
        context.fireChannelRead(data)
    }

    func handshakeCompleted(multiplexed: Bool) {
        isMultiplexed = multiplexed
        phase = .idle(headBegun: true)
        move(deadlineTo: limits.head)
    }

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
    }

    /// Timers are lazy: one that fires before a deadline that has moved on is set again then, so a busy connection costs no timers.
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
