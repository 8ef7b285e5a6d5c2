import HTTPTypes
package import NIOCore
package import NIOHTTPTypes

/// Sits after HTTP decoding, once per HTTP/1.1 connection or HTTP/2 stream: tells the connection's guard about requests, closes
/// what drips a request body and what does not read a response.
///
/// It also ends heads of no known length: HTTP/1.1 would frame them as chunked, and NIO's encoder (2.101), which does not know that HEAD was
/// asked, would send the last chunk, which the client takes for the next response. The connection ends in its place.
package final class RequestMonitor: ChannelDuplexHandler, RemovableChannelHandler {
    package typealias InboundIn = HTTPRequestPart
    package typealias InboundOut = HTTPRequestPart
    package typealias OutboundIn = HTTPResponsePart
    package typealias OutboundOut = HTTPResponsePart

    private let limits: ConnectionLimits
    private var connection: ConnectionGuard?
    private var isBusy = false
    private var isReceiving = false
    private var isHeadAsked = false
    private var isMultiplexed = false
    private var endsConnection = false
    private var received = 0
    /// Bytes handed to the channel and not yet taken by the kernel, and those taken since the window began.
    private var pending = 0
    private var sent = 0
    private var timer: RepeatedTask?
    private var bodyWindowEnds = NIODeadline.distantFuture
    private var stallWindowEnds = NIODeadline.distantFuture

    init(limits: ConnectionLimits) {
        self.limits = limits
    }

    package func handlerAdded(context: ChannelHandlerContext) {
        connection = try? context.pipeline.syncOperations.handler(type: ConnectionGuard.self)
        // A stream of HTTP/2 has its guard one channel up, on the same event loop (NIOHTTP2). The parent of an HTTP/1.1 connection is
        // the listening socket, which may live on another.
        if connection == nil, let parent = context.channel.parent, parent.eventLoop.inEventLoop {
            connection = try? parent.pipeline.syncOperations.handler(type: ConnectionGuard.self)
            isMultiplexed = connection != nil
        }
    }

    package func handlerRemoved(context: ChannelHandlerContext) {
        end()
        connection = nil
    }

    package func channelInactive(context: ChannelHandlerContext) {
        end()
        context.fireChannelInactive()
    }

    package func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head(let head):
            begin(context)
            isHeadAsked = head.method == .head
            isReceiving = true
            received = 0
            bodyWindowEnds = .now() + TimeAmount(limits.bodyWindow)
        case .body(let buffer):
            received += buffer.readableBytes
        case .end:
            isReceiving = false
        }
        context.fireChannelRead(data)
    }

    package func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        switch unwrapOutboundIn(data) {
        case .head(var head):
            endsConnection =
                isHeadAsked && !isMultiplexed && head.status.kind != .informational
                && head.headerFields[.contentLength] == nil
            guard endsConnection else { return context.write(data, promise: promise) }
            head.headerFields[.connection] = "close"
            context.write(wrapOutboundOut(.head(head)), promise: promise)
        case .body(let buffer):
            let count = buffer.readableBytes
            if pending == 0 { openStallWindow() }
            pending += count
            let promise = promise ?? context.eventLoop.makePromise(of: Void.self)
            promise.futureResult.assumeIsolated().whenComplete { [weak self] _ in self?.didSend(count) }
            context.write(data, promise: promise)
        case .end:
            if endsConnection {
                context.flush()
                context.close(promise: promise)
            } else {
                context.write(data, promise: promise)
            }
            end()
        }
    }

    private func didSend(_ count: Int) {
        pending -= count
        sent += count
    }

    private func openStallWindow() {
        sent = 0
        stallWindowEnds = .now() + TimeAmount(limits.stallWindow)
    }

    private func begin(_ context: ChannelHandlerContext) {
        guard !isBusy else { return }
        isBusy = true
        connection?.requestBegan()
        let interval = min(limits.bodyWindow, limits.stallWindow) / 4
        let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
        timer = context.eventLoop.scheduleRepeatedTask(initialDelay: TimeAmount(interval), delay: TimeAmount(interval))
        { _ in
            let (monitor, context) = bound.value
            monitor.check(context)
        }
    }

    private func end() {
        guard isBusy else { return }
        isBusy = false
        isReceiving = false
        timer?.cancel()
        timer = nil
        connection?.requestEnded()
    }

    private func check(_ context: ChannelHandlerContext) {
        let now = NIODeadline.now()
        if isReceiving, now >= bodyWindowEnds {
            guard received >= limits.minimumBodyBytes else { return context.close(promise: nil) }
            received = 0
            bodyWindowEnds = now + TimeAmount(limits.bodyWindow)
        }
        if pending > 0, now >= stallWindowEnds {
            guard sent >= limits.minimumResponseBytes else { return context.close(promise: nil) }
            openStallWindow()
        }
    }
}
