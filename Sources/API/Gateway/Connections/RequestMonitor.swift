import HTTPTypes
package import NIOCore
import NIOHTTP1
import NIOHTTP2
package import NIOHTTPTypes
import NIOHTTPTypesHTTP2

/// Sits after HTTP decoding, once for each HTTP/1.1 connection or HTTP/2 stream. It reports requests to the
/// connection's guard, closes clients that send a body or read a response too slowly, and adds the security fields to
/// every response.
///
/// When a request is answered before all of its body has arrived, `RefusedBody` decides how the rest is handled.
///
/// It also ends responses to HEAD of unknown length: HTTP/1.1 would frame them as chunked, and NIO's encoder (2.101),
/// which does not know that HEAD was requested, would send the last chunk, which the client takes for the next
/// response. The connection ends instead.
package final class RequestMonitor: ChannelDuplexHandler, RemovableChannelHandler {
    package typealias InboundIn = HTTPRequestPart
    package typealias InboundOut = HTTPRequestPart
    package typealias OutboundIn = HTTPResponsePart
    package typealias OutboundOut = HTTPResponsePart

    private let limits: ConnectionLimits
    private let protection: HTTPFields
    private var connection: ConnectionGuard?
    // Used with HTTP/1.1 only.
    private var limiter: HeadLimiter?
    private var encoder: ChannelHandlerContext?
    /// The bytes counted for this stream's head, if it is a long one.
    private var countedBytes = 0
    /// Requests that have begun and whose responses the kernel has not taken completely yet.
    private var requests = 0
    /// Requests whose responses have not been written completely.
    private var unanswered = 0
    private var isReceiving = false
    private var isHeadAsked = false
    private var isMultiplexed = false
    /// Nothing after the last head is read, because the end of its body is unknown.
    private var isMisframed = false
    private var endsConnection = false
    private var body = RefusedBody()
    private var timer: RepeatedTask?
    private var receivedInWindow = 0
    private var bodyWindowEnds = NIODeadline.distantFuture
    private var progress: ProgressDeadline
    private var times: RequestTimes

    init(limits: ConnectionLimits, protection: HTTPFields, meter: RequestMeter? = nil) {
        self.limits = limits
        self.protection = protection
        times = RequestTimes(meter)
        progress = ProgressDeadline(window: limits.stallWindow, minimum: limits.minimumResponseBytes)
    }

    package func handlerAdded(context: ChannelHandlerContext) {
        connection = try? context.pipeline.syncOperations.handler(type: ConnectionGuard.self)
        limiter = try? context.pipeline.syncOperations.handler(type: HeadLimiter.self)
        encoder = try? context.pipeline.syncOperations.context(handlerType: HTTPResponseEncoder.self)
        // The guard of an HTTP/2 stream is in the parent channel, on the same event loop (NIOHTTP2). The parent of an
        // HTTP/1.1 connection is the listening socket, which may be on another event loop.
        if connection == nil, let parent = context.channel.parent, parent.eventLoop.inEventLoop {
            connection = try? parent.pipeline.syncOperations.handler(type: ConnectionGuard.self)
            isMultiplexed = connection != nil
        }
    }

    package func handlerRemoved(context: ChannelHandlerContext) {
        end()
        giveBack()
        connection = nil
        limiter = nil
        encoder = nil
    }

    package func channelInactive(context: ChannelHandlerContext) {
        end()
        giveBack()
        context.fireChannelInactive()
    }

    // MARK: Requests

    package func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard !isMisframed else { return }
        switch unwrapInboundIn(data) {
        case .head(let head):
            limiter?.headEnded()
            guard !body.isRefused else { return }
            guard !isMultiplexed || admit(head) else { return refuse(context) }
            isMisframed = head.headerFields[.transferEncoding].map { $0 != TransferCoding.chunked } ?? false
            begin()
            times.began(path: head.path)
            unanswered += 1
            isHeadAsked = head.method == .head
            isReceiving = true
            receivedInWindow = 0
            body = RefusedBody(declared: head.headerFields[.contentLength])
            bodyWindowEnds = .now() + TimeAmount(limits.bodyWindow)
        case .body(let buffer):
            receivedInWindow += buffer.readableBytes
            guard body.take(buffer.readableBytes) else { return }
        case .end:
            limiter?.bodyEnded()
            isReceiving = false
            guard !body.isRefused else { return }
        }
        context.fireChannelRead(data)
    }

    /// Whether a head of HTTP/2 may be stored while its request is answered. It is decoded already, perhaps from far
    /// fewer bytes.
    private func admit(_ head: HTTPRequest) -> Bool {
        // RFC 9113 §6.5.2 adds 32 for each field.
        let size = head.headerFields.reduce(head.path?.utf8.count ?? 0) {
            $0 + $1.name.rawName.utf8.count + $1.value.utf8.count + 32
        }
        guard size > LongHeadBudget.ordinaryMultiplexed, let connection else { return true }
        guard connection.takeHead(size) else { return false }
        countedBytes += size
        return true
    }

    private func giveBack() {
        guard countedBytes > 0 else { return }
        connection?.giveHead(countedBytes)
        countedBytes = 0
    }

    private func refuse(_ context: ChannelHandlerContext) {
        body.refuse()
        reset(context, .enhanceYourCalm)
    }

    /// Resets the stream of HTTP/2.
    private func reset(_ context: ChannelHandlerContext, _ code: NIOHTTP2.HTTP2ErrorCode) {
        let codec = try? context.pipeline.syncOperations.context(handlerType: HTTP2FramePayloadToHTTPServerCodec.self)
        codec?.writeAndFlush(NIOAny(HTTP2Frame.FramePayload.rstStream(code)), promise: nil)
    }

    package func read(context: ChannelHandlerContext) {
        if body.isWorthReading { context.read() }
    }

    // MARK: Responses

    package func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        switch unwrapOutboundIn(data) {
        case .head(let head): write(head, context, promise)
        case .body(let buffer):
            let count = buffer.readableBytes
            times.sent(count)
            progress.began(count, now: .now())
            let promise = promise ?? context.eventLoop.makePromise(of: Void.self)
            promise.futureResult.assumeIsolated().whenComplete { [weak self] _ in
                self?.progress.moved(count, now: .now())
            }
            context.write(data, promise: promise)
        case .end: writeEnd(context, data, promise)
        }
    }

    private func write(_ head: HTTPResponse, _ context: ChannelHandlerContext, _ promise: EventLoopPromise<Void>?) {
        var head = head
        if head.status.kind != .informational {
            times.answered(status: head.status.code)
            protect(&head)
            endsConnection = isHeadAsked && !isMultiplexed && head.headerFields[.contentLength] == nil
            // The body that is arriving may belong to a later request of the same connection.
            if isReceiving, unanswered == 1 { body.refuse() }
            if isMultiplexed {
                HeaderCompression.keepOutOfTable(&head.headerFields)
            } else if endsConnection || body.isRefused {
                head.headerFields[.connection] = "close"
            }
        }
        context.write(wrapOutboundOut(.head(head)), promise: promise)
    }

    /// Adds the security fields to a response without any. Handlers that set one have set all (`ProtectionMiddleware`).
    private func protect(_ head: inout HTTPResponse) {
        guard let marker = protection.first, head.headerFields[marker.name] == nil else { return }
        for field in protection where head.headerFields[field.name] == nil { head.headerFields.append(field) }
    }

    /// Writes a complete HTTP/1.1 response as raw bytes, past the layers that would encode it. Calls `taken` when the
    /// kernel has it. Returns false, without writing, where those layers do not exist.
    func writeReady(_ answer: ReadyAnswer, _ context: ChannelHandlerContext, taken: @escaping () -> Void) -> Bool {
        guard let encoder else { return false }
        let body = answer.body
        unanswered = max(0, unanswered - 1)
        times.answered(status: answer.status)
        times.sent(body)
        times.ended()
        progress.began(body, now: .now())
        let promise = context.eventLoop.makePromise(of: Void.self)
        promise.futureResult.assumeIsolated().whenComplete { [weak self] _ in
            self?.progress.moved(body, now: .now())
            self?.finish()
            taken()
        }
        encoder.writeAndFlush(NIOAny(answer.bytes), promise: promise)
        return true
    }

    private func writeEnd(_ context: ChannelHandlerContext, _ data: NIOAny, _ promise: EventLoopPromise<Void>?) {
        unanswered = max(0, unanswered - 1)
        times.ended()
        guard !endsConnection else {
            context.flush()
            context.close(promise: promise)
            return end()
        }
        let promise = promise ?? context.eventLoop.makePromise(of: Void.self)
        let isRefused = body.isRefused
        promise.futureResult.assumeIsolated().whenComplete { [weak self] _ in
            self?.finish()
            if isRefused { self?.stopReceiving(context) }
        }
        if isRefused {
            context.writeAndFlush(data, promise: promise)
        } else {
            context.write(data, promise: promise)
        }
    }

    /// Called when the response is sent. The peer gets a moment to read it before its further bytes reset the
    /// connection.
    private func stopReceiving(_ context: ChannelHandlerContext) {
        guard context.channel.isActive, isReceiving || !isMultiplexed else { return }
        // RFC 9113 §8.1: the response is complete, and the rest of the body is not read.
        if isMultiplexed { return reset(context, .noError) }
        context.close(mode: .output, promise: nil)
        let bound = NIOLoopBound(context, eventLoop: context.eventLoop)
        context.eventLoop.scheduleTask(in: isReceiving ? RefusedBody.linger : .zero) {
            bound.value.close(promise: nil)
        }
    }

    // MARK: Deadlines

    private func begin() {
        requests += 1
        if requests == 1 { connection?.requestBegan() }
    }

    /// A request that is answered by now needs no deadline.
    package func channelReadComplete(context: ChannelHandlerContext) {
        if requests > 0, timer == nil { watch(context) }
        context.fireChannelReadComplete()
    }

    private func watch(_ context: ChannelHandlerContext) {
        let interval = TimeAmount(min(limits.bodyWindow, limits.stallWindow) / 4)
        let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
        timer = context.eventLoop.scheduleRepeatedTask(initialDelay: interval, delay: interval) { _ in
            let (monitor, context) = bound.value
            monitor.check(context)
        }
    }

    private func finish() {
        guard requests > 0 else { return }
        requests -= 1
        guard requests == 0 else { return }
        stopWatching()
        limiter?.allAnswered()
        giveBack()
    }

    private func end() {
        times.allEnded()
        guard requests > 0 else { return }
        requests = 0
        isReceiving = false
        stopWatching()
    }

    private func stopWatching() {
        timer?.cancel()
        timer = nil
        connection?.requestEnded()
    }

    private func check(_ context: ChannelHandlerContext) {
        let now = NIODeadline.now()
        if isReceiving, now >= bodyWindowEnds {
            guard receivedInWindow >= limits.minimumBodyBytes else { return context.close(promise: nil) }
            receivedInWindow = 0
            bodyWindowEnds = now + TimeAmount(limits.bodyWindow)
        }
        if progress.pending > 0, now >= progress.end { context.close(promise: nil) }
    }
}
