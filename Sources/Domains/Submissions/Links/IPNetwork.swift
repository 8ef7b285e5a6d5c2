/// Addresses that begin alike: `192.168.0.0/16`.
package struct IPNetwork: Sendable, Hashable {
    package let address: IPAddress
    /// How many bits they share.
    package let bits: Int

    /// Nil unless `text` is an address, or an address with a slash and the number of bits, all bits after which are zero.
    package init?(_ text: String) {
        let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
        guard let first = parts.first, let address = IPAddress(String(first)) else { return nil }
        var bits = address.bytes.count * 8
        if parts.count == 2 {
            guard !parts[1].isEmpty, parts[1].utf8.allSatisfy({ (0x30...0x39).contains($0) }), let given = Int(parts[1])
            else { return nil }
            // Of a mapped address the bits are those of IPv6.
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
