import Glibc
package import HTTPTypes
package import HummingbirdCore
package import Logging
package import NIOCore
import NIOHTTP2
import NIOHTTPTypesHTTP1
import NIOSSL

/// What a connection to the gateway is made of: the guard, TLS with the certificate of the moment, then, with the first byte inside it,
/// HTTP/1.1 or HTTP/2 as ALPN decides.
///
/// Hummingbird's own `HTTP2UpgradeChannel` has no deadline before ALPN (2.28.1) and a certificate fixed for life, hence this one; what serves
/// requests above TLS is Hummingbird's.
package struct GatewayChannel: HTTPChannelHandler {
    package struct Value: ServerChildChannelValue {
        package let channel: any Channel
    }

    /// How much the kernel takes of a connection before it is on its way. It would take 4 MiB otherwise, which is minutes of music: whoever
    /// may not hear it any more would hear them, and what a plan counts would not have been heard.
    private static let unsentBytes: SocketOptionValue = 128 * 1024
    private static let unsentLimit = ChannelOptions.Types.SocketOption(
        level: .tcp, name: NIOBSDSocket.Option(rawValue: TCP_NOTSENT_LOWAT))

    /// Every connection keeps the buffer that it read into last: this one fits a browser's first message and is half of NIO's own.
    private static let received = AdaptiveRecvByteBufferAllocator(minimum: 64, initial: 1024, maximum: 65_536)

    /// A little more than the largest chunk with its head and what TLS adds: one that the kernel takes at once asks nobody to wait.
    private static let buffered = ChannelOptions.Types.WriteBufferWaterMark(low: 32 * 1024, high: 72 * 1024)

    private let http1: HTTP1Channel
    private let http2: HTTP2Layers
    private let certificates: CertificateSource
    private let limits: ConnectionLimits
    private let connections: ActiveConnections
    private let tasks: ConnectionTasks
    private let queues = FairQueues()
    private let heads: LongHeadBudget
    private let rules: LongHeadRules
    private let protection: HTTPFields
    package let responder: Responder

    /// - Parameters:
    ///   - protection: fields that every answer has, also those that no handler made.
    ///   - longHeads: who may have a long head.
    ///   - meter: told of every request.
    ///   - ready: answers of HTTP/1.1 that are made without waiting.
    ///   - shutdown: how long running streams go on when the gateway stops.
    ///   - tasks: where connections are served once they have said something.
    package init(
        certificates: CertificateSource, limits: ConnectionLimits, connections: ActiveConnections, tasks: ConnectionTasks,
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
            // `HeadLimiter` ends what is longer before the decoder does.
            httpDecoderConfiguration: .init(
                maxHeaderFieldSize: LongHeadBudget.longest + 32 * 1024, maxHeaderListSize: LongHeadBudget.longest + 32 * 1024,
                maxHeaderFieldCount: 100))
        let streams = HTTP1Channel.Configuration(
            additionalChannelHandlers: [RequestMonitor(limits: limits, protection: protection, meter: meter)])
        self.http1 = HTTP1Channel(responder: responder, configuration: http1)
        http2 = HTTP2Layers(
            streams: HTTP1Channel(responder: responder, configuration: streams), idle: limits.idle, shutdown: shutdown)
    }

    package func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Value> {
        let key = AddressKey(channel.remoteAddress)
        guard connections.admit(key) else {
            return channel.close().map { Value(channel: channel) }
        }
        return channel.eventLoop.makeCompletedFuture {
            // A socket that has gone already says so when it is read.
            try? channel.syncOptions?.setOption(Self.unsentLimit, value: Self.unsentBytes)
            try? channel.syncOptions?.setOption(.allocator, value: BufferMemory.allocator)
            try? channel.syncOptions?.setOption(.recvAllocator, value: Self.received)
            try? channel.syncOptions?.setOption(.writeBufferWaterMark, value: Self.buffered)
            let pipeline = channel.pipeline.syncOperations
            let connection = ConnectionGuard(limits: limits, connections: connections, heads: heads, key: key)
            try pipeline.addHandler(connection)
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

    /// Nothing: what a connection has to say is served by `tasks`, from its first byte on.
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
            // Requests are handled where their bytes arrive: no hop between the event loop and the cooperative pool on the way.
            await withTaskExecutorPreference(executor) { await connection() }
        }
        guard isTaken else { throw ChannelError.eof }
    }
}
