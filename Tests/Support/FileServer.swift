import Foundation
package import NIOCore
import NIOPosix
import NIOSSL
import Synchronization

/// A server on this machine that answers each request with exactly the bytes that a test wants, at the wanted speed.
package final class FileServer: Sendable {
    package enum Step: Sendable {
        case send([UInt8])
        /// Sends the same bytes again and again, with a pause between, until the client disconnects.
        case endless([UInt8], every: TimeAmount)
        /// Waits until the client disconnects.
        case hold
    }

    private struct State {
        var connections = 0
        var open = 0
        var sent = 0
        var heads: [String] = []
    }

    private final class Log: Sendable {
        let state = Mutex(State())
    }

    private let channel: any Channel
    private let log: Log

    package let port: Int

    /// - Parameter respond: the steps for a request with this head, and its body if it has one. The connection is
    ///   closed after the last step.
    package init(
        host: String = "127.0.0.1", port: Int = 0, certificate: String? = nil, key: String? = nil,
        _ respond: @escaping @Sendable (_ head: String) -> [Step]
    ) async throws {
        let log = Log()
        self.log = log
        var context: NIOSSLContext?
        if let certificate, let key {
            context = try NIOSSLContext(
                configuration: .makeServerConfiguration(
                    certificateChain: NIOSSLCertificate.fromPEMFile(certificate).map { .certificate($0) },
                    privateKey: .privateKey(NIOSSLPrivateKey(file: key, format: .pem))))
        }
        channel = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
            .childChannelInitializer { [context] channel in
                channel.eventLoop.makeCompletedFuture {
                    log.state.withLock {
                        $0.connections += 1
                        $0.open += 1
                    }
                    channel.closeFuture.whenComplete { _ in log.state.withLock { $0.open -= 1 } }
                    if let context {
                        try channel.pipeline.syncOperations.addHandler(NIOSSLServerHandler(context: context))
                    }
                    try channel.pipeline.syncOperations.addHandler(
                        Answerer { head in
                            log.state.withLock { $0.heads.append(head) }
                            return respond(head)
                        } sent: { count in
                            log.state.withLock { $0.sent += count }
                        })
                }
            }
            .bind(host: host, port: port).get()
        self.port = channel.localAddress?.port ?? 0
    }

    deinit {
        channel.close(promise: nil)
    }

    /// The number of clients that have connected.
    package var connections: Int { log.state.withLock { $0.connections } }
    /// The number of clients that are still connected.
    package var openConnections: Int { log.state.withLock { $0.open } }
    /// The number of bytes that the clients, or their operating system, have accepted.
    package var sentBytes: Int { log.state.withLock { $0.sent } }
    package var heads: [String] { log.state.withLock { $0.heads } }

    /// A reply with these header fields and a body of known length.
    package static func answer(
        _ status: String = "200 OK", _ fields: [String] = ["Content-Type: audio/mpeg"], _ body: [UInt8] = []
    ) -> [Step] {
        [.send(head(status, fields + ["Content-Length: \(body.count)"])), .send(body)]
    }

    package static func head(_ status: String, _ fields: [String]) -> [UInt8] {
        Array((["HTTP/1.1 \(status)"] + fields + ["", ""]).joined(separator: "\r\n").utf8)
    }
}

private final class Answerer: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private let respond: (String) -> [FileServer.Step]
    private let sent: (Int) -> Void
    private var received: [UInt8] = []

    init(_ respond: @escaping (String) -> [FileServer.Step], sent: @escaping (Int) -> Void) {
        self.respond = respond
        self.sent = sent
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        received += unwrapInboundIn(data).readableBytesView
        let text = String(decoding: received, as: UTF8.self)
        guard let end = text.range(of: "\r\n\r\n") else { return }
        let head = text[..<end.lowerBound]
        guard text.utf8.distance(from: end.upperBound, to: text.endIndex) >= Self.bodyLength(head) else { return }
        received = []
        run(respond(text)[...], context)
    }

    private static func bodyLength(_ head: Substring) -> Int {
        let fields = head.split(separator: "\r\n").map { $0.split(separator: ":", maxSplits: 1) }
        let length = fields.first { $0.first?.lowercased() == "content-length" }?.last
        return length.flatMap { Int($0.trimmingCharacters(in: .whitespaces)) } ?? 0
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        context.close(promise: nil)
    }

    private func run(_ steps: ArraySlice<FileServer.Step>, _ context: ChannelHandlerContext) {
        guard let step = steps.first else { return context.close(promise: nil) }
        let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
        switch step {
        case .hold: break
        case .send(let bytes):
            context.writeAndFlush(wrapOutboundOut(ByteBuffer(bytes: bytes))).whenSuccess {
                let (answerer, context) = bound.value
                answerer.sent(bytes.count)
                answerer.run(steps.dropFirst(), context)
            }
        case .endless(let bytes, let pause):
            context.writeAndFlush(wrapOutboundOut(ByteBuffer(bytes: bytes))).whenSuccess {
                bound.value.0.sent(bytes.count)
                bound.value.1.eventLoop.scheduleTask(in: pause) {
                    let (answerer, context) = bound.value
                    answerer.run(steps, context)
                }
            }
        }
    }
}
