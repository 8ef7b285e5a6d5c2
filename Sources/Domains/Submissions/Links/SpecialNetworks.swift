/// What is no part of the public Internet: the IANA registries of special-purpose addresses (RFC 6890, as of 2025), multicast, and what is
/// reserved.
package enum SpecialNetworks {
    private static let ipv4: [IPNetwork] = networks([
        "0.0.0.0/8",  // this network
        "10.0.0.0/8",  // private
        "100.64.0.0/10",  // shared by carriers
        "127.0.0.0/8",  // loopback
        "168.63.129.16",  // what virtual machines at Azure ask about themselves
        "169.254.0.0/16",  // link-local, and what clouds tell their machines
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

    /// All that is given out to the public. Loopback, `::`, unique local, link-local, site-local, multicast, what is discarded, and
    /// networks translated by a site's own prefix lie outside.
    private static let publicIPv6 = networks(["2000::/3"])

    private static let ipv6: [IPNetwork] = networks([
        "2001::/23",  // protocol assignments: Teredo, measurements, identifiers
        "2001:db8::/32",  // documentation
        "2002::/16",  // 6to4, which holds an IPv4 address
        "2620:4f:8000::/48",  // AS112
        "3fff::/20",  // documentation
    ])

    /// Holds an IPv4 address, which a network of IPv6 alone reaches public hosts by (RFC 6052).
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
