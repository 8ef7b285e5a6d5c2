import NIOCore
import NIOHTTP1

/// Holds requests whose target is a whole URL (RFC 9112 §3.2.2) to what `Host` says, before the layer above sees them: swift-nio-extras
/// (1.35) makes a path of any URL, whatever host it names.
///
/// A target of another scheme or host becomes `*`, which is a path of nothing and refused as such.
final class AbsoluteTarget: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPServerRequestPart

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard case .head(var head) = unwrapInboundIn(data), !head.uri.hasPrefix("/") else {
            return context.fireChannelRead(data)
        }
        head.uri = Self.path(of: head.uri, on: head.headers["host"].first) ?? "*"
        context.fireChannelRead(wrapInboundOut(.head(head)))
    }

    /// Nil when the URL is none of this host by https.
    static func path(of url: String, on host: String?) -> String? {
        guard let host, url.lowercased().hasPrefix("https://") else { return nil }
        let authority = url.dropFirst(8).prefix { $0 != "/" && $0 != "?" }
        guard !authority.isEmpty, authority.lowercased() == host.lowercased() else { return nil }
        let rest = url.dropFirst(8 + authority.count)
        return rest.hasPrefix("/") ? String(rest) : "/" + rest
    }
}
