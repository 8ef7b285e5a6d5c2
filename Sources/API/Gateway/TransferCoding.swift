import NIOCore
import NIOHTTP1

/// Lets no request of HTTP/1 through as it is whose body is framed by anything but `Transfer-Encoding: chunked`: the parser (llhttp) takes what ends
/// in `chunked` for chunked alone, and takes the field from HTTP/1.0 too, which knows none (RFC 9112 §6.1). What it means for one reader and
/// another is how requests are smuggled.
///
/// The field's value becomes `invalid` for what breaks the rules, and `unsupported` for codings that are not used here; `ProtectionMiddleware`
/// refuses both, and `RequestMonitor` reads the connection no further.
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

    /// - Parameter fields: the field's values, as often as it was sent.
    static func value(of fields: [String], in version: HTTPVersion) -> String {
        let codings = fields.flatMap { $0.split(separator: ",", omittingEmptySubsequences: false) }.map { coding in
            coding.trimmingPrefix { $0 == " " || $0 == "\t" }.lowercased()
        }.map { String($0.reversed().drop { $0 == " " || $0 == "\t" }.reversed()) }
        if codings == [chunked], version == .http1_1 { return chunked }
        // Chunked once, and as the last; any other coding may come before it.
        let isOrdered = codings.firstIndex(of: chunked).map { $0 == codings.count - 1 } ?? true
        return version == .http1_1 && isOrdered && !codings.contains("") ? "unsupported" : "invalid"
    }
}
