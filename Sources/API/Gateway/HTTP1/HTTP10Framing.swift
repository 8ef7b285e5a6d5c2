import NIOCore
import NIOHTTP1

/// Answers requests of HTTP/1.0 in that version's framing: without chunks, which came with HTTP/1.1. The end of the
/// connection ends the body (RFC 9112 §6.3).
///
/// The layers above write HTTP/1.1 for every request (swift-nio-extras 1.35), and NIO's encoder then frames bodies of
/// unknown length as chunks.
final class HTTP10Framing: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPServerRequestPart
    typealias OutboundIn = HTTPServerResponsePart
    typealias OutboundOut = HTTPServerResponsePart

    /// Whether a request of HTTP/1.0 has arrived. The connection ends with its response, and no later request is
    /// answered.
    private(set) var isAsked = false
    /// Earlier requests of HTTP/1.1 that have not been answered.
    private var earlier = 0

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        if case .head(let head) = unwrapInboundIn(data), !isAsked {
            if head.version == .http1_0 { isAsked = true } else { earlier += 1 }
        }
        context.fireChannelRead(data)
    }

    /// Called when a request of HTTP/1.1 was answered without passing this handler.
    func answeredBelow() {
        earlier = max(0, earlier - 1)
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        guard isAsked, earlier == 0 else {
            if case .end = unwrapOutboundIn(data) { earlier = max(0, earlier - 1) }
            return context.write(data, promise: promise)
        }
        switch unwrapOutboundIn(data) {
        case .head(var head):
            head.version = .http1_0
            head.headers.remove(name: "transfer-encoding")
            head.headers.replaceOrAdd(name: "connection", value: "close")
            context.write(wrapOutboundOut(.head(head)), promise: promise)
        case .body: context.write(data, promise: promise)
        case .end:
            let promise = promise ?? context.eventLoop.makePromise(of: Void.self)
            let bound = NIOLoopBound(context, eventLoop: context.eventLoop)
            promise.futureResult.whenComplete { _ in bound.value.close(promise: nil) }
            context.writeAndFlush(data, promise: promise)
        }
    }
}

/// Marks requests of HTTP/1 whose body is framed by anything but `Transfer-Encoding: chunked`. The parser (llhttp)
/// takes any coding that ends in `chunked` for chunked alone, and accepts the field from HTTP/1.0, which does not have
/// it (RFC 9112 §6.1). Such a difference between two readers allows request smuggling.
///
/// The field's value becomes `invalid` where it breaks the rules, and `unsupported` for codings that are not used here.
/// `ProtectionMiddleware` refuses both, and `RequestMonitor` stops reading the connection.
final class TransferCoding: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPServerRequestPart

    static let chunked = "chunked"

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard case .head(var head) = unwrapInboundIn(data), head.headers.contains(name: "transfer-encoding") else {
            return context.fireChannelRead(data)
        }
        let value = Self.value(of: head.headers["transfer-encoding"], in: head.version)
        head.headers.replaceOrAdd(name: "transfer-encoding", value: value)
        context.fireChannelRead(wrapInboundOut(.head(head)))
    }

    /// - Parameter fields: the values of all fields of this name.
    static func value(of fields: [String], in version: HTTPVersion) -> String {
        let codings = fields.flatMap { $0.split(separator: ",", omittingEmptySubsequences: false) }.map { coding in
            coding.trimmingPrefix { $0 == " " || $0 == "\t" }.lowercased()
        }.map { String($0.reversed().drop { $0 == " " || $0 == "\t" }.reversed()) }
        if codings == [chunked], version == .http1_1 { return chunked }
        // Chunked must come once, and last; any other coding may come before it.
        let isOrdered = codings.firstIndex(of: chunked).map { $0 == codings.count - 1 } ?? true
        return version == .http1_1 && isOrdered && !codings.contains("") ? "unsupported" : "invalid"
    }
}
