import Glibc

/// An IPv4 or IPv6 address. An IPv4-mapped IPv6 address (`::ffff:127.0.0.1`) is treated as the IPv4 address.
package struct IPAddress: Sendable, Hashable {
    /// 4 or 16 bytes.
    package let bytes: [UInt8]

    /// Nil unless there are 4 or 16 bytes.
    package init?(_ bytes: some Collection<UInt8>) {
        let bytes = Array(bytes)
        switch bytes.count {
        case 4: self.bytes = bytes
        case 16 where bytes.prefix(10).allSatisfy({ $0 == 0 }) && bytes[10] == 0xFF && bytes[11] == 0xFF:
            self.bytes = Array(bytes[12...])
        case 16: self.bytes = bytes
        default: return nil
        }
    }

    /// Parses the usual notation only. `127.1` and `0x7f000001` are treated as names, which the resolver turns into
    /// addresses.
    package init?(_ text: String) {
        guard text.utf8.count <= 64, !text.utf8.contains(0) else { return nil }
        var buffer = [UInt8](repeating: 0, count: 16)
        if inet_pton(AF_INET, text, &buffer) == 1 {
            self.init(buffer.prefix(4))
        } else if inet_pton(AF_INET6, text, &buffer) == 1 {
            self.init(buffer)
        } else {
            return nil
        }
    }

    package var isIPv4: Bool { bytes.count == 4 }

    package var text: String {
        var buffer = [CChar](repeating: 0, count: 64)
        guard inet_ntop(isIPv4 ? AF_INET : AF_INET6, bytes, &buffer, socklen_t(buffer.count)) != nil else { return "" }
        return String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}

/// A network of addresses with a common prefix: `192.168.0.0/16`.
package struct IPNetwork: Sendable, Hashable {
    package let address: IPAddress
    /// The length of the prefix, in bits.
    package let bits: Int

    /// Nil unless `text` is an address, or an address, a slash and a prefix length, with only zero bits after the
    /// prefix.
    package init?(_ text: String) {
        let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
        guard let first = parts.first, let address = IPAddress(String(first)) else { return nil }
        var bits = address.bytes.count * 8
        if parts.count == 2 {
            guard !parts[1].isEmpty, parts[1].utf8.allSatisfy({ (0x30...0x39).contains($0) }), let given = Int(parts[1])
            else { return nil }
            // The prefix length of a mapped address counts IPv6 bits.
            bits = given - (address.isIPv4 && first.contains(":") ? 96 : 0)
        }
        guard (0...address.bytes.count * 8).contains(bits) else { return nil }
        self.address = address
        self.bits = bits
        guard address.bytes.indices.allSatisfy({ address.bytes[$0] & ~mask(of: $0) == 0 }) else { return nil }
    }

    package func contains(_ other: IPAddress) -> Bool {
        other.bytes.count == address.bytes.count
            && other.bytes.indices.allSatisfy { other.bytes[$0] & mask(of: $0) == address.bytes[$0] }
    }

    package var text: String {
        bits == address.bytes.count * 8 ? address.text : "\(address.text)/\(bits)"
    }

    private func mask(of byte: Int) -> UInt8 {
        let left = bits - byte * 8
        return left >= 8 ? 0xFF : left <= 0 ? 0 : 0xFF << UInt8(8 - left)
    }
}

/// The addresses outside the public Internet: the IANA registries of special-purpose addresses (RFC 6890, as of 2025),
/// multicast, and reserved networks.
package enum SpecialNetworks {
    private static let ipv4: [IPNetwork] = networks([
        "0.0.0.0/8",  // this network
        "10.0.0.0/8",  // private
        "100.64.0.0/10",  // shared by carriers
        "127.0.0.0/8",  // loopback
        "168.63.129.16",  // Azure's services for its virtual machines
        "169.254.0.0/16",  // link-local, including cloud metadata
        "172.16.0.0/12",  // private
        "192.0.0.0/24",  // protocol assignments
        "192.0.2.0/24",  // documentation
        "192.31.196.0/24",  // AS112
        "192.52.193.0/24",  // automatic multicast tunneling
        "192.88.99.0/24",  // relays of 6to4
        "192.168.0.0/16",  // private
        "192.175.48.0/24",  // AS112
        "198.18.0.0/15",  // measurements
        "198.51.100.0/24",  // documentation
        "203.0.113.0/24",  // documentation
        "224.0.0.0/4",  // multicast
        "240.0.0.0/4",  // reserved, and broadcast
    ])

    /// The only range that is assigned to the public. Loopback, `::`, unique local, link-local, site-local, multicast
    /// and discard addresses, and those translated by a site's own prefix, are outside it.
    private static let publicIPv6 = networks(["2000::/3"])

    private static let ipv6: [IPNetwork] = networks([
        "2001::/23",  // protocol assignments: Teredo, measurements, identifiers
        "2001:db8::/32",  // documentation
        "2002::/16",  // 6to4, which contains an IPv4 address
        "2620:4f:8000::/48",  // AS112
        "3fff::/20",  // documentation
    ])

    /// Addresses that contain an IPv4 address, by which an IPv6-only network reaches public hosts (RFC 6052).
    private static let translated = networks(["64:ff9b::/96"])

    package static func contain(_ address: IPAddress) -> Bool {
        if address.isIPv4 { return ipv4.contains { $0.contains(address) } }
        if translated.contains(where: { $0.contains(address) }), let inner = IPAddress(address.bytes.suffix(4)) {
            return contain(inner)
        }
        return !publicIPv6.contains { $0.contains(address) } || ipv6.contains { $0.contains(address) }
    }

    private static func networks(_ texts: [String]) -> [IPNetwork] {
        texts.map { text in
            guard let network = IPNetwork(text) else { preconditionFailure("\(text) is no network") }
            return network
        }
    }
}
