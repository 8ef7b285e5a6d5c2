import NIOCore
import NIOHTTP1

/// The `Host` field (RFC 9110 §7.2): `uri-host [ ":" port ]`.
package enum HostField {
    /// The host name or address without its port, in lower case; nil when the field is malformed. An IPv6 address keeps
    /// its brackets.
    package static func name(in field: String) -> String? {
        guard !field.isEmpty, field.utf8.count <= 260 else { return nil }
        var host = Substring(field)
        if host.hasPrefix("[") {
            guard let close = host.firstIndex(of: "]") else { return nil }
            let after = host[host.index(after: close)...]
            guard after.isEmpty || isPort(after) else { return nil }
            host = host[...close]
            let inside = host.dropFirst().dropLast()
            guard !inside.isEmpty,
                inside.utf8.allSatisfy({ isHexDigit($0) || $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: ".") })
            else { return nil }
        } else {
            if let colon = host.firstIndex(of: ":") {
                guard isPort(host[colon...]) else { return nil }
                host = host[..<colon]
            }
            guard !host.isEmpty, host.utf8.allSatisfy(isNameCharacter) else { return nil }
        }
        return host.lowercased()
    }

    private static func isPort(_ text: Substring) -> Bool {
        let digits = text.dropFirst()
        return text.first == ":" && digits.utf8.count <= 5 && digits.utf8.allSatisfy { (0x30...0x39).contains($0) }
            && (digits.isEmpty || (Int(digits) ?? 65536) <= 65535)
    }

    private static func isHexDigit(_ byte: UInt8) -> Bool {
        (0x30...0x39).contains(byte) || (0x41...0x46).contains(byte) || (0x61...0x66).contains(byte)
    }

    private static func isNameCharacter(_ byte: UInt8) -> Bool {
        (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
            || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "_")
    }
}

/// Checks requests whose target is a whole URL (RFC 9112 §3.2.2) against `Host`, before the layer above sees them:
/// swift-nio-extras (1.35) makes a path of any URL, whatever host it names.
///
/// A target of another scheme or host becomes `*`, which matches no path and is refused.
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

    /// The URL's path; nil unless the URL is of this host by https.
    static func path(of url: String, on host: String?) -> String? {
        guard let host, url.lowercased().hasPrefix("https://") else { return nil }
        let authority = url.dropFirst(8).prefix { $0 != "/" && $0 != "?" }
        guard !authority.isEmpty, authority.lowercased() == host.lowercased() else { return nil }
        let rest = url.dropFirst(8 + authority.count)
        return rest.hasPrefix("/") ? String(rest) : "/" + rest
    }
}
