import CLinux
import Glibc
package import HTTPTypes
package import HummingbirdCore
package import Logging
@_spi(CustomByteBufferAllocator) package import NIOCore
import NIOHTTP2
import NIOHTTPTypesHTTP1
import NIOSSL
import NIOTLS

/// The layers of a connection to the server: the guard, TLS with the current certificate, then, with the first byte
/// inside it, HTTP/1.1 or HTTP/2 as ALPN decides.
///
/// Hummingbird's own `HTTP2UpgradeChannel` has no deadline before ALPN and a fixed certificate (2.28.1), so this type
/// replaces it. Hummingbird serves the requests above TLS.
package struct GatewayChannel: HTTPChannelHandler {
    package struct Value: ServerChildChannelValue {
        package let channel: any Channel
    }

    /// The unsent bytes that the kernel accepts of a connection. Its default of 4 MiB is minutes of music: a listener
    /// who has lost access would still hear them, and a plan would count music that was never heard.
    private static let unsentBytes: SocketOptionValue = 128 * 1024
    private static let unsentLimit = ChannelOptions.Types.SocketOption(
        level: .tcp, name: NIOBSDSocket.Option(rawValue: TCP_NOTSENT_LOWAT))

    /// Every connection keeps its last read buffer: this size fits a browser's first message and is half of NIO's own.
    private static let received = AdaptiveRecvByteBufferAllocator(minimum: 64, initial: 1024, maximum: 65_536)

    /// A little more than the largest chunk with its head and the TLS overhead: a chunk that the kernel takes at once
    /// causes no wait.
    private static let buffered = ChannelOptions.Types.WriteBufferWaterMark(low: 32 * 1024, high: 72 * 1024)

    private let http1: HTTP1Channel
    private let http2: HTTP2Layers
    private let certificates: CertificateSource?
    private let limits: ConnectionLimits
    private let connections: ActiveConnections
    private let tasks: ConnectionTasks
    private let queues = FairQueues()
    private let heads: LongHeadBudget
    private let rules: LongHeadRules
    private let protection: HTTPFields
    package let responder: Responder

    /// - Parameters:
    /// - certificates: nil for a listener without TLS, which speaks HTTP/1.1.
    /// - protection: the security fields of every response, also of those that no handler made.
    /// - longHeads: the rules for long heads.
    /// - meter: counts every request.
    /// - ready: makes HTTP/1.1 responses that need no waiting.
    /// - shutdown: the time that running streams have when the server stops.
    /// - tasks: serves connections once they have sent something.
    package init(
        certificates: CertificateSource?, limits: ConnectionLimits, connections: ActiveConnections,
        tasks: ConnectionTasks,
        protection: HTTPFields, meter: RequestMeter? = nil, ready: ReadyAnswers, longHeads: LongHeadRules,
        shutdown: Duration, responder: @escaping Responder
    ) {
        self.certificates = certificates
        self.limits = limits
        self.connections = connections
        self.tasks = tasks
        heads = LongHeadBudget(limits: limits)
        rules = longHeads
        self.protection = protection
        self.responder = responder
        let http1 = HTTP1Channel.Configuration(
            additionalChannelHandlers: [
                RequestMonitor(limits: limits, protection: protection, meter: meter), ReadyAnswerHandler(ready),
            ],
            // `HeadLimiter` rejects longer heads before the decoder does.
            httpDecoderConfiguration: .init(
                maxHeaderFieldSize: LongHeadBudget.longest + 32 * 1024,
                maxHeaderListSize: LongHeadBudget.longest + 32 * 1024,
                maxHeaderFieldCount: 100))
        let streams = HTTP1Channel.Configuration(
            additionalChannelHandlers: [RequestMonitor(limits: limits, protection: protection, meter: meter)])
        self.http1 = HTTP1Channel(responder: responder, configuration: http1)
        http2 = HTTP2Layers(
            streams: HTTP1Channel(responder: responder, configuration: streams), idle: limits.idle, shutdown: shutdown)
    }

    package func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Value> {
        let key = connections.key(of: channel.remoteAddress)
        guard connections.admit(key) else {
            return channel.close().map { Value(channel: channel) }
        }
        return channel.eventLoop.makeCompletedFuture {
            // A socket that is closed already is noticed when it is read.
            try? channel.syncOptions?.setOption(Self.unsentLimit, value: Self.unsentBytes)
            try? channel.syncOptions?.setOption(.allocator, value: BufferMemory.allocator)
            try? channel.syncOptions?.setOption(.recvAllocator, value: Self.received)
            try? channel.syncOptions?.setOption(.writeBufferWaterMark, value: Self.buffered)
            let pipeline = channel.pipeline.syncOperations
            let connection = ConnectionGuard(limits: limits, connections: connections, heads: heads, key: key)
            try pipeline.addHandler(connection)
            guard let certificates else {
                connection.handshakeCompleted(multiplexed: false)
                try pipeline.addHandler(DeferredSetup { serveHTTP1(channel, behind: connection, logger) })
                return Value(channel: channel)
            }
            var tls = NIOSSLServerHandler.Configuration()
            tls.maximumPreservedOutboundBufferCapacity = 64 * 1024
            try pipeline.addHandler(
                NIOSSLServerHandler(
                    context: certificates.context, customVerificationCallback: nil, configuration: tls))
            try pipeline.addHandler(
                DeferredSetup(handshakeCompleted: connection.handshakeCompleted) { isHTTP2 in
                    isHTTP2
                        ? serveHTTP2(channel, behind: connection, logger)
                        : serveHTTP1(channel, behind: connection, logger)
                })
            return Value(channel: channel)
        }
    }

    /// Does nothing: `tasks` serves a connection from its first byte on.
    package func handle(value: Value, logger: Logger) async {}

    private func serveHTTP1(
        _ channel: any Channel, behind connection: ConnectionGuard, _ logger: Logger
    ) -> EventLoopFuture<Void> {
        channel.eventLoop.makeCompletedFuture {
            try channel.pipeline.syncOperations.addHandler(
                HeadLimiter(rules: rules, connection: connection, protection: protection))
        }.flatMap { http1.setup(channel: channel, logger: logger) }.flatMapThrowing { layers in
            let pipeline = channel.pipeline.syncOperations
            let codec = try pipeline.handler(type: HTTP1ToHTTPServerCodec.self)
            try pipeline.addHandler(HTTP10Framing(), position: .before(codec))
            try pipeline.addHandler(AbsoluteTarget(), position: .before(codec))
            try pipeline.addHandler(TransferCoding(), position: .before(codec))
            try serve(on: channel) { await http1.handle(value: layers, logger: logger) }
        }
    }

    private func serveHTTP2(
        _ channel: any Channel, behind connection: ConnectionGuard, _ logger: Logger
    ) -> EventLoopFuture<Void> {
        channel.eventLoop.makeCompletedFuture {
            try channel.pipeline.syncOperations.addHandlers(
                HTTP2FrameLimiter(pause: limits.floodPause, connection: connection),
                FairQueueHandler(queues.queue(of: channel.eventLoop)))
            let layers = try http2.setup(channel: channel, logger: logger)
            try serve(on: channel) { await http2.handle(layers, logger: logger) }
        }
    }

    private func serve(on channel: any Channel, _ connection: @escaping @Sendable () async -> Void) throws {
        let executor = EventLoopExecutor(channel.eventLoop)
        let isTaken = tasks.add {
            // Requests are handled where their bytes arrive, without a hop between the event loop and the cooperative
            // pool.
            await withTaskExecutorPreference(executor) { await connection() }
        }
        guard isTaken else { throw ChannelError.eof }
    }
}

/// Builds the HTTP layers of a connection when its peer has sent something inside TLS, and not before: an idle
/// connection costs no decoders, no streams and no task.
///
/// Replaces NIO's handler for ALPN, which builds them at the handshake.
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
    /// - handshakeCompleted: called with whether HTTP/2 was chosen.
    /// - build: adds the layers of HTTP/2 or of HTTP/1.1 after this handler and starts serving them. The connection is
    ///   closed when it fails.
    init(handshakeCompleted: @escaping (Bool) -> Void, build: @escaping (Bool) -> EventLoopFuture<Void>) {
        self.handshakeCompleted = handshakeCompleted
        self.build = build
    }

    /// For a connection without TLS, which speaks HTTP/1.1.
    init(build: @escaping () -> EventLoopFuture<Void>) {
        isHTTP2 = false
        handshakeCompleted = { _ in }
        self.build = { _ in build() }
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
        // No later handler exists yet that would notice that the peer has finished or the server is about to stop.
        case ChannelEvent.inputClosed, is ChannelShouldQuiesceEvent:
            context.close(promise: nil)
        default: break
        }
        context.fireUserInboundEventTriggered(event)
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        // The layers may read more while they handle the first bytes, before this handler is removed.
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

/// The memory of connections' buffers. NIOSSL (2.37) keeps 48 KiB for each connection as long as it lives, most of it
/// never written to. This memory costs only the pages that were written, and is released with the connection.
enum BufferMemory {
    static let allocator = ByteBufferAllocator(
        allocate: { rondo_buffer_allocate($0) },
        reallocate: { rondo_buffer_reallocate($0, $1, $2) },
        deallocate: { rondo_buffer_free($0) },
        copy: { rondo_buffer_copy($0, $1, $2) })
}
