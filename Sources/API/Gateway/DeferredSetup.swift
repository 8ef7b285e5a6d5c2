import NIOCore
import NIOTLS

/// Builds the HTTP layers of a connection when its peer has said something inside TLS, and not before: a connection that says nothing costs
/// no decoders, no streams and no task.
///
/// Takes the place of NIO's handler for ALPN, which builds them with the handshake.
final class DeferredSetup: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer

    /// The protocol that ALPN chose; nil until the handshake is done.
    private var isHTTP2: Bool?
    private var early: [ByteBuffer] = []
    private let handshakeCompleted: (Bool) -> Void
    private let build: (Bool) -> EventLoopFuture<Void>
    private var isBuilt = false

    /// - Parameters:
    ///   - handshakeCompleted: told whether HTTP/2 was chosen.
    ///   - build: adds the layers of HTTP/2 or of HTTP/1.1 behind this handler, and has them served. The connection is closed when it fails.
    init(handshakeCompleted: @escaping (Bool) -> Void, build: @escaping (Bool) -> EventLoopFuture<Void>) {
        self.handshakeCompleted = handshakeCompleted
        self.build = build
    }

    func channelInactive(context: ChannelHandlerContext) {
        isBuilt = true
        context.fireChannelInactive()
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        guard !isBuilt else { return context.fireUserInboundEventTriggered(event) }
        switch event {
        case let event as TLSUserEvent:
            if case .handshakeCompleted(let chosen) = event {
                let isHTTP2 = chosen == "h2"
                self.isHTTP2 = isHTTP2
                handshakeCompleted(isHTTP2)
            }
        // Nobody behind is there to see that the peer has finished, or the server is about to.
        case ChannelEvent.inputClosed, is ChannelShouldQuiesceEvent:
            context.close(promise: nil)
        default: break
        }
        context.fireUserInboundEventTriggered(event)
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        // What the layers do with the first bytes may read more before this handler is out of the way.
        guard !isBuilt else { return context.fireChannelRead(data) }
        early.append(unwrapInboundIn(data))
        guard let isHTTP2, early.count == 1 else { return }
        let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
        build(isHTTP2).whenComplete { result in
            let (handler, context) = bound.value
            handler.finish(result, context)
        }
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        if isBuilt { context.fireChannelReadComplete() }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        if isBuilt { context.fireErrorCaught(error) } else { context.close(promise: nil) }
    }

    private func finish(_ result: Result<Void, any Error>, _ context: ChannelHandlerContext) {
        guard !isBuilt else { return }
        isBuilt = true
        guard case .success = result else { return context.close(promise: nil) }
        for buffer in early { context.fireChannelRead(wrapInboundOut(buffer)) }
        early = []
        context.fireChannelReadComplete()
        context.pipeline.syncOperations.removeHandler(context: context, promise: nil)
    }
}
