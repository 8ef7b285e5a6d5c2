import NIOCore
import NIOHTTP1

/// Answers requests of HTTP/1.0 as that version knows it: with no chunks, which came with HTTP/1.1. The end of the connection ends the body
/// (RFC 9112 §6.3).
///
/// The layers above write HTTP/1.1 whatever was asked (swift-nio-extras 1.35), and NIO's encoder then frames bodies of unknown length as chunks.
final class HTTP10Framing: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPServerRequestPart
    typealias OutboundIn = HTTPServerResponsePart
    typealias OutboundOut = HTTPServerResponsePart

    /// Whether a request of HTTP/1.0 has come. The connection ends with its response, and nothing after it is answered.
    private(set) var isAsked = false
    /// Requests of HTTP/1.1 that came before it and have not been answered.
    private var earlier = 0

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        if case .head(let head) = unwrapInboundIn(data), !isAsked {
            if head.version == .http1_0 { isAsked = true } else { earlier += 1 }
        }
        context.fireChannelRead(data)
    }

    /// A request of HTTP/1.1 was answered without passing here.
    func answeredBelow() {
        earlier = max(0, earlier - 1)
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        guard isAsked, earlier == 0 else {
            if case .end = unwrapOutboundIn(data) { earlier = max(0, earlier - 1) }
            return context.write(data, promise: promise)
        }
        switch unwrapOutboundIn(data) {
        case .head(var head):
            head.version = .http1_0
            head.headers.remove(name: "transfer-encoding")
            head.headers.replaceOrAdd(name: "connection", value: "close")
            context.write(wrapOutboundOut(.head(head)), promise: promise)
        case .body: context.write(data, promise: promise)
        case .end:
            let promise = promise ?? context.eventLoop.makePromise(of: Void.self)
            let bound = NIOLoopBound(context, eventLoop: context.eventLoop)
            promise.futureResult.whenComplete { _ in bound.value.close(promise: nil) }
            context.writeAndFlush(data, promise: promise)
        }
    }
}
