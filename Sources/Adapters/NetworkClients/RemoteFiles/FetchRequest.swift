import NIOCore
import NIOHTTP1
import Submissions

/// Sends the request as soon as there is a connection, and ends what is not answered, or not over, in time.
///
/// All is done on the channel's event loop, so that no server is held to a time in which this side was busy.
final class FetchRequest: ChannelInboundHandler {
    typealias InboundIn = HTTPClientResponsePart
    typealias OutboundOut = HTTPClientRequestPart

    private let head: HTTPRequestHead
    private let reached: NIODeadline
    private let deadline: NIODeadline
    private let outcome: FetchOutcome
    private var impatience: Scheduled<Void>?
    private var alarm: Scheduled<Void>?

    /// - Parameters:
    ///   - reached: until when an answer must begin.
    ///   - deadline: until when it must have ended.
    init(_ head: HTTPRequestHead, reached: NIODeadline, deadline: NIODeadline, outcome: FetchOutcome) {
        self.head = head
        self.reached = reached
        self.deadline = deadline
        self.outcome = outcome
    }

    func handlerAdded(context: ChannelHandlerContext) {
        impatience = close(context, at: reached, as: .unreachable)
        alarm = close(context, at: deadline, as: .tooSlow)
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        impatience?.cancel()
        alarm?.cancel()
    }

    func channelActive(context: ChannelHandlerContext) {
        context.write(wrapOutboundOut(.head(head)), promise: nil)
        context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
        context.fireChannelActive()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        impatience?.cancel()
        context.fireChannelRead(data)
    }

    private func close(
        _ context: ChannelHandlerContext, at end: NIODeadline, as failure: LinkFailure
    ) -> Scheduled<Void> {
        let bound = NIOLoopBound(context, eventLoop: context.eventLoop)
        return context.eventLoop.scheduleTask(deadline: end) { [outcome] in
            outcome.note(failure)
            bound.value.close(promise: nil)
        }
    }
}
