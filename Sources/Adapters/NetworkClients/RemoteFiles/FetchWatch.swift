import NIOCore
import Submissions

/// Stands next to the socket. Nothing is said unless the peer is who was meant, and what comes too slowly is closed.
///
/// Only the time in which the socket was asked counts: what is held back because this side is busy is not the server's slowness.
/// All is done on the channel's event loop.
final class FetchWatch: ChannelDuplexHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundIn = ByteBuffer

    private let peer: IPAddress
    private let port: Int
    private let pace: TimeAmount
    private let paceBytes: Int
    private let outcome: FetchOutcome
    private var received = 0
    private var timer: Scheduled<Void>?
    /// Since when nothing is asked of the socket; nil while it is.
    private var idleSince: NIODeadline?
    /// How long that was in this stretch.
    private var idle = TimeAmount.zero

    init(peer: IPAddress, port: Int, limits: LinkLimits, outcome: FetchOutcome) {
        self.peer = peer
        self.port = port
        pace = TimeAmount(limits.pace)
        paceBytes = limits.paceBytes
        self.outcome = outcome
    }

    func channelActive(context: ChannelHandlerContext) {
        guard let remote = context.remoteAddress, remote.ipAddress.flatMap({ IPAddress($0) }) == peer,
            remote.port == port
        else { return close(context, .unreachable) }
        context.fireChannelActive()
    }

    func read(context: ChannelHandlerContext) {
        settle(at: context.eventLoop.now)
        idleSince = nil
        context.read()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        // Until something comes, there is the time for reaching the server.
        if timer == nil { measure(context, in: pace, from: 0) }
        received += unwrapInboundIn(data).readableBytes
        context.fireChannelRead(data)
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        idleSince = idleSince ?? context.eventLoop.now
        context.fireChannelReadComplete()
    }

    func channelInactive(context: ChannelHandlerContext) {
        timer?.cancel()
        timer = nil
        context.fireChannelInactive()
    }

    /// Once in every stretch, what has come in it is held against what must.
    private func measure(_ context: ChannelHandlerContext, in time: TimeAmount, from before: Int) {
        let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
        timer = context.eventLoop.scheduleTask(in: time) {
            let (watch, context) = bound.value
            watch.settle(at: context.eventLoop.now)
            let idle = watch.idle
            watch.idle = .zero
            if watch.received - before >= watch.paceBytes {
                watch.measure(context, in: watch.pace, from: watch.received)
            } else if idle > .zero {
                watch.measure(context, in: idle, from: before)
            } else {
                watch.close(context, .tooSlow)
            }
        }
    }

    private func settle(at now: NIODeadline) {
        guard let since = idleSince else { return }
        idle = idle + (now - since)
        idleSince = now
    }

    private func close(_ context: ChannelHandlerContext, _ failure: LinkFailure) {
        outcome.note(failure)
        context.close(promise: nil)
    }
}
