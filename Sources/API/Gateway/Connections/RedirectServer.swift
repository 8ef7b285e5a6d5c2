package import HTTPTypes
package import Logging
import NIOCore
import NIOHTTP1
import NIOPosix
import ServiceLifecycle

/// The optional plain-HTTP listener. It redirects to the same path on the TLS port, or refuses a request that carries
/// credentials in the clear. It reads no body and no cookie.
package struct RedirectServer: Service {
    private let host: String
    private let port: Int
    fileprivate let tlsPort: @Sendable () -> Int
    private let limits: ConnectionLimits
    private let connections: ActiveConnections
    fileprivate let protection: HTTPHeaders
    fileprivate let isAllowed: @Sendable (String) -> Bool
    fileprivate let refusal: @Sendable (String) -> Reply?
    fileprivate let challenges: ChallengeTokens?
    private let logger: Logger

    /// A response in place of a redirect.
    package struct Reply: Sendable {
        let mediaType: String
        let content: [UInt8]
        /// Fields beside those of every response.
        let fields: HTTPFields

        package init(mediaType: String, content: [UInt8], fields: HTTPFields = [:]) {
            self.mediaType = mediaType
            self.content = content
            self.fields = fields
        }
    }

    /// - Parameters:
    /// - protection: the security fields of every response.
    /// - challenges: the answers to a certificate authority.
    /// - isAllowed: whether a host name is one of the server's own. Others are refused, so that it redirects nowhere
    ///   else.
    /// - refusal: the response to a target (a path with its query) that must not be redirected; nil for all others.
    package init(
        host: String, port: Int, tlsPort: @escaping @Sendable () -> Int, limits: ConnectionLimits,
        connections: ActiveConnections, protection: HTTPFields, challenges: ChallengeTokens? = nil, logger: Logger,
        isAllowed: @escaping @Sendable (String) -> Bool,
        refusal: @escaping @Sendable (String) -> Reply? = { _ in nil }
    ) {
        self.host = host
        self.port = port
        self.tlsPort = tlsPort
        self.limits = limits
        self.connections = connections
        self.protection = HTTPHeaders(protection.map { ($0.name.canonicalName, $0.value) })
        self.challenges = challenges
        self.logger = logger
        self.isAllowed = isAllowed
        self.refusal = refusal
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
                let key = connections.key(of: channel.remoteAddress)
                guard connections.admit(key) else { return channel.close() }
                return channel.eventLoop.makeCompletedFuture {
                    let pipeline = channel.pipeline.syncOperations
                    let connection = ConnectionGuard(
                        limits: limits, connections: connections, heads: LongHeadBudget(limits: limits), key: key)
                    try pipeline.addHandler(connection)
                    try pipeline.configureHTTPServerPipeline(withErrorHandling: false)
                    try pipeline.addHandler(RedirectHandler(self))
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

    private let server: RedirectServer
    private var hasAnswered = false

    init(_ server: RedirectServer) {
        self.server = server
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard case .head(let head) = unwrapInboundIn(data) else { return }
        if let proof = server.challenges?.answer(to: head.uri) {
            let reply = RedirectServer.Reply(mediaType: "application/octet-stream", content: Array(proof.utf8))
            return answer(context, .ok, reply, isHead: head.method == .HEAD)
        }
        let hosts = head.headers["host"]
        guard hosts.count == 1, let name = HostField.name(in: hosts[0]), server.isAllowed(name), head.uri.hasPrefix("/")
        else { return answer(context, .badRequest) }
        // Neither method requests a resource that has another location.
        guard head.method != .TRACE, head.method != .CONNECT else { return answer(context, .methodNotAllowed) }
        let refusal = server.refusal(head.uri)
        // A client would take `//evil.example` for another host.
        if refusal == nil, head.uri.hasPrefix("//") { return answer(context, .badRequest) }
        if refusal != nil || head.headers.contains(name: "authorization") {
            return answer(context, .forbidden, refusal, isHead: head.method == .HEAD)
        }
        let tlsPort = server.tlsPort()
        let port = tlsPort == 443 ? "" : ":\(tlsPort)"
        answer(context, .permanentRedirect, location: "https://\(name)\(port)\(head.uri)")
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        guard error is HTTPParserError else { return context.close(promise: nil) }
        answer(context, .badRequest)
    }

    private func answer(
        _ context: ChannelHandlerContext, _ status: HTTPResponseStatus, _ reply: RedirectServer.Reply? = nil,
        isHead: Bool = false, location: String? = nil
    ) {
        guard !hasAnswered else { return }
        hasAnswered = true
        var headers = server.protection
        headers.add(name: "connection", value: "close")
        headers.add(name: "content-length", value: "\(reply?.content.count ?? 0)")
        if let reply {
            headers.add(name: "content-type", value: reply.mediaType)
            headers.add(name: "cache-control", value: "private, no-store")
        }
        if let location { headers.add(name: "location", value: location) }
        context.write(
            wrapOutboundOut(.head(HTTPResponseHead(version: .http1_1, status: status, headers: headers))), promise: nil)
        if let reply, !isHead {
            context.write(wrapOutboundOut(.body(.byteBuffer(ByteBuffer(bytes: reply.content)))), promise: nil)
        }
        context.writeAndFlush(wrapOutboundOut(.end(nil))).assumeIsolated().whenComplete { _ in
            context.close(promise: nil)
        }
    }
}
