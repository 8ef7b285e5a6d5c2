import Foundation
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOSSL
import Synchronization

/// A certificate authority with replies that the test chooses, for situations that a real one cannot produce.
final class StandInAuthority: Sendable {
    struct Answer: Sendable {
        var status = 200
        var headers: [(String, String)] = []
        var body = "{}"
    }

    private let channel: any Channel
    private let log: Log

    private final class Log: Sendable {
        let requests = Mutex<[String]>([])
    }

    var directory: String { address + "/dir" }
    let address: String
    /// The methods and paths of all requests.
    var requests: [String] { log.requests.withLock { $0 } }

    /// - Parameter respond: returns the reply to a method and a path. The directory, nonces and accounts are answered
    ///   first, in the minimal form that the tests need.
    init(
        certificate: String, key: String,
        _ respond: @escaping @Sendable (_ path: String, _ address: String) -> Answer
    ) async throws {
        let context = try NIOSSLContext(
            configuration: .makeServerConfiguration(
                certificateChain: NIOSSLCertificate.fromPEMFile(certificate).map { .certificate($0) },
                privateKey: .privateKey(NIOSSLPrivateKey(file: key, format: .pem))))
        let log = Log()
        self.log = log
        channel = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    let pipeline = channel.pipeline.syncOperations
                    try pipeline.addHandler(NIOSSLServerHandler(context: context))
                    try pipeline.configureHTTPServerPipeline()
                    let address = "https://localhost:\(channel.parent?.localAddress?.port ?? 0)"
                    try pipeline.addHandler(
                        Handler { head in
                            log.requests.withLock { $0.append("\(head.method) \(head.uri)") }
                            return Self.common(head.uri, address) ?? respond(head.uri, address)
                        })
                }
            }
            .bind(host: "127.0.0.1", port: 0).get()
        address = "https://localhost:\(channel.localAddress?.port ?? 0)"
    }

    deinit {
        channel.close(promise: nil)
    }

    private static func common(_ path: String, _ address: String) -> Answer? {
        switch path {
        case "/dir":
            Answer(
                body:
                    #"{"newNonce":"\#(address)/nonce","newAccount":"\#(address)/accounts","newOrder":"\#(address)/orders"}"#
            )
        case "/nonce": Answer()
        case "/accounts": Answer(status: 201, headers: [("location", address + "/account")])
        default: nil
        }
    }

    private final class Handler: ChannelInboundHandler {
        typealias InboundIn = HTTPServerRequestPart
        typealias OutboundOut = HTTPServerResponsePart

        private let respond: (HTTPRequestHead) -> Answer
        private var head: HTTPRequestHead?

        init(_ respond: @escaping (HTTPRequestHead) -> Answer) {
            self.respond = respond
        }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            switch unwrapInboundIn(data) {
            case .head(let head): self.head = head
            case .body: break
            case .end:
                guard let head else { return }
                let answer = respond(head)
                let body = head.method == .HEAD ? "" : answer.body
                var headers = HTTPHeaders(answer.headers)
                headers.add(name: "replay-nonce", value: "bm9uY2U")
                headers.add(name: "content-length", value: "\(body.utf8.count)")
                headers.add(name: "connection", value: "close")
                context.write(
                    wrapOutboundOut(
                        .head(
                            HTTPResponseHead(
                                version: .http1_1, status: .init(statusCode: answer.status), headers: headers))),
                    promise: nil)
                context.write(wrapOutboundOut(.body(.byteBuffer(ByteBuffer(string: body)))), promise: nil)
                context.writeAndFlush(wrapOutboundOut(.end(nil))).assumeIsolated().whenComplete { _ in
                    context.close(promise: nil)
                }
            }
        }

        func errorCaught(context: ChannelHandlerContext, error: any Error) {
            context.close(promise: nil)
        }
    }
}
