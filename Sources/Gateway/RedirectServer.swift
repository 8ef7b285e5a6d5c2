package import Logging
import NIOCore
import NIOHTTP1
import NIOPosix
import ServiceLifecycle

/// The optional plain-HTTP listener: whatever is asked, the answer is the same path on the TLS port. It reads no body and no cookie.
package struct RedirectServer: Service {
    private let host: String
    private let port: Int
    private let tlsPort: @Sendable () -> Int
    private let limits: ConnectionLimits
    private let census: ConnectionCensus
    private let isAllowed: @Sendable (String) -> Bool
    private let logger: Logger

    /// - Parameter isAllowed: whether a host name is one of the gateway's own; others are refused, so that it redirects nowhere else.
    package init(
        host: String, port: Int, tlsPort: @escaping @Sendable () -> Int, limits: ConnectionLimits,
        census: ConnectionCensus, logger: Logger,
        isAllowed: @escaping @Sendable (String) -> Bool
    ) {
        self.host = host
        self.port = port
        self.tlsPort = tlsPort
        self.limits = limits
        self.census = census
        self.logger = logger
        self.isAllowed = isAllowed
    }

    package func run() async throws {
        let bootstrap = ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
            .serverChannelInitializer { [logger] channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(AcceptPause(logger: logger))
                }
            }
            .childChannelInitializer { [self] channel in
                let key = AddressKey(channel.remoteAddress)
                guard census.admit(key) else { return channel.close() }
                return channel.eventLoop.makeCompletedFuture {
                    let pipeline = channel.pipeline.syncOperations
                    let connection = ConnectionGuard(limits: limits, census: census, key: key)
                    try pipeline.addHandler(connection)
                    try pipeline.configureHTTPServerPipeline()
                    try pipeline.addHandler(RedirectHandler(tlsPort: tlsPort(), isAllowed: isAllowed))
                    connection.handshakeCompleted(multiplexed: false)
                }
            }
        let channel = try await bootstrap.bind(host: host, port: port).get()
        logger.notice(
            "Plain HTTP listener redirects to TLS", metadata: ["server.port": "\(channel.localAddress?.port ?? port)"])
        try await withGracefulShutdownHandler {
            try await channel.closeFuture.get()
        } onGracefulShutdown: {
            channel.close(promise: nil)
        }
    }
}

/// Answers one request and closes.
private final class RedirectHandler: ChannelInboundHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias OutboundOut = HTTPServerResponsePart

    private let tlsPort: Int
    private let isAllowed: @Sendable (String) -> Bool

    init(tlsPort: Int, isAllowed: @escaping @Sendable (String) -> Bool) {
        self.tlsPort = tlsPort
        self.isAllowed = isAllowed
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard case .head(let head) = unwrapInboundIn(data) else { return }
        let hosts = head.headers["host"]
        var headers: HTTPHeaders = ["connection": "close", "content-length": "0"]
        var status = HTTPResponseStatus.badRequest
        if hosts.count == 1, let name = HostField.name(in: hosts[0]), isAllowed(name), head.uri.hasPrefix("/"),
            !head.uri.hasPrefix("//")
        {
            let port = tlsPort == 443 ? "" : ":\(tlsPort)"
            headers.add(name: "location", value: "https://\(name)\(port)\(head.uri)")
            status = .permanentRedirect
        }
        context.write(
            wrapOutboundOut(.head(HTTPResponseHead(version: .http1_1, status: status, headers: headers))), promise: nil)
        context.writeAndFlush(wrapOutboundOut(.end(nil))).assumeIsolated().whenComplete { _ in
            context.close(promise: nil)
        }
    }
}
