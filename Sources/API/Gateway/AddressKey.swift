package import NIOCore

/// Where a connection comes from, as limits see it: one IPv4 address or one IPv6 /64, the least that a single customer has.
package struct AddressKey: Hashable, Sendable {
    package let text: String
    package let isLoopback: Bool

    package init(_ address: SocketAddress?) {
        guard let address, let ip = address.ipAddress else {
            text = "unknown"
            isLoopback = false
            return
        }
        if ip.hasPrefix("::ffff:") {
            let mapped = String(ip.dropFirst(7))
            text = mapped
            isLoopback = mapped.hasPrefix("127.")
        } else if let bytes = IPAddressBytes(ip)?.bytes, bytes.count == 16 {
            isLoopback = ip == "::1"
            text = isLoopback ? ip : bytes.prefix(8).map { String($0, radix: 16) }.joined(separator: ":") + "/64"
        } else {
            text = ip
            isLoopback = ip.hasPrefix("127.")
        }
    }
}
