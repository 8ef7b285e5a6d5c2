import Glibc
package import HummingbirdCore
import HummingbirdHTTP2
package import Logging
package import NIOCore
import NIOHTTP2
import NIOSSL
import NIOTLS

/// What a connection to the gateway is made of: the guard, TLS with the certificate of the moment, then HTTP/1.1 or HTTP/2 as ALPN
/// decides.
///
/// Hummingbird's own `HTTP2UpgradeChannel` has no deadline before ALPN (2.28.1) and a certificate fixed for life, hence this one; the
/// HTTP layers above TLS are Hummingbird's.
package struct GatewayChannel: HTTPChannelHandler {
    package struct Value: ServerChildChannelValue {
        let negotiated: EventLoopFuture<NIONegotiatedHTTPVersion<HTTP1Channel.Value, HTTP2Channel.Value>>?
        package let channel: any Channel
    }

    /// How much the kernel takes of a connection before it is on its way. It would take 4 MiB otherwise, which is minutes of music: whoever
    /// may not hear it any more would hear them, and what a plan counts would not have been heard.
    private static let unsentBytes: SocketOptionValue = 128 * 1024
    private static let unsentLimit = ChannelOptions.Types.SocketOption(
        level: .tcp, name: NIOBSDSocket.Option(rawValue: TCP_NOTSENT_LOWAT))

    private let http1: HTTP1Channel
    private let http2: HTTP2Channel
    private let certificates: CertificateSource
    private let limits: ConnectionLimits
    private let census: ConnectionCensus
    package let responder: Responder

    package init(
        certificates: CertificateSource, limits: ConnectionLimits, census: ConnectionCensus,
        responder: @escaping Responder
    ) {
        self.certificates = certificates
        self.limits = limits
        self.census = census
        self.responder = responder
        let http1 = HTTP1Channel.Configuration(
            additionalChannelHandlers: [RequestMonitor(limits: limits)],
            httpDecoderConfiguration: .init(
                maxHeaderFieldSize: 16 * 1024, maxHeaderListSize: 32 * 1024, maxHeaderFieldCount: 100))
        var http2 = HTTP2ChannelConfiguration(
            gracefulCloseTimeout: .seconds(10),
            streamConfiguration: .init(additionalChannelHandlers: [RequestMonitor(limits: limits)]))
        http2.idleTimeout = limits.idle
        self.http1 = HTTP1Channel(responder: responder, configuration: http1)
        self.http2 = HTTP2Channel(responder: responder, configuration: http2)
    }

    package func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Value> {
        let key = AddressKey(channel.remoteAddress)
        guard census.admit(key) else {
            return channel.close().map { Value(negotiated: nil, channel: channel) }
        }
        return channel.eventLoop.makeCompletedFuture {
            // A socket that has gone already says so when it is read.
            try? channel.syncOptions?.setOption(Self.unsentLimit, value: Self.unsentBytes)
            let pipeline = channel.pipeline.syncOperations
            try pipeline.addHandler(ConnectionGuard(limits: limits, census: census, key: key))
            var tls = NIOSSLServerHandler.Configuration()
            tls.maximumPreservedOutboundBufferCapacity = 64 * 1024
            try pipeline.addHandler(
                NIOSSLServerHandler(
                    context: certificates.context, customVerificationCallback: nil, configuration: tls))
            let negotiation = NIOTypedApplicationProtocolNegotiationHandler<
                NIONegotiatedHTTPVersion<HTTP1Channel.Value, HTTP2Channel.Value>
            > { result in
                let isHTTP2 = if case .negotiated("h2") = result { true } else { false }
                let connection = try? channel.pipeline.syncOperations.handler(type: ConnectionGuard.self)
                connection?.handshakeCompleted(multiplexed: isHTTP2)
                return isHTTP2
                    ? http2.setup(channel: channel, logger: logger).map { .http2($0) }
                    : http1.setup(channel: channel, logger: logger).map { .http1_1($0) }
            }
            try pipeline.addHandler(negotiation)
            return Value(negotiated: negotiation.protocolNegotiationResult, channel: channel)
        }
    }

    package func handle(value: Value, logger: Logger) async {
        guard let negotiated = value.negotiated else { return }
        // The request is handled where its bytes arrive: no hop between the event loop and the cooperative pool on the way.
        await withTaskExecutorPreference(EventLoopExecutor(value.channel.eventLoop)) {
            do {
                switch try await negotiated.get() {
                case .http1_1(let connection): await http1.handle(value: connection, logger: logger)
                case .http2(let connection): await http2.handle(value: connection, logger: logger)
                }
            } catch {
                logger.debug("TLS handshake did not finish", metadata: ["error.type": "\(type(of: error))"])
            }
        }
    }
}
