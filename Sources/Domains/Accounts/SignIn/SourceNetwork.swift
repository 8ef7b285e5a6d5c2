import Glibc

/// The network that a request comes from, as far as one attacker can be told from another: an IPv4 /24 or an IPv6 /64.
package struct SourceNetwork: Hashable, Sendable {
    private let prefix: UInt64
    /// 4 or 6; 0 for anything that is no address, all of which share one bucket.
    private let family: UInt8

    package init(address: String) {
        let text = address.utf8.count <= 64 ? address.prefix { $0 != "%" } : ""
        var four = in_addr()
        var six = in6_addr()
        if inet_pton(AF_INET, String(text), &four) == 1 {
            self.init(version4: UInt32(bigEndian: four.s_addr))
        } else if inet_pton(AF_INET6, String(text), &six) == 1 {
            let words = withUnsafeBytes(of: &six) { bytes in
                (
                    UInt64(bigEndian: bytes.loadUnaligned(as: UInt64.self)),
                    UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
                )
            }
            // ::ffff:a.b.c.d is an IPv4 client on a dual-stack socket (RFC 4291 §2.5.5.2).
            if words.0 == 0, words.1 >> 32 == 0xFFFF {
                self.init(version4: UInt32(truncatingIfNeeded: words.1))
            } else {
                self.init(prefix: words.0, family: 6)
            }
        } else {
            self.init(prefix: 0, family: 0)
        }
    }

    private init(version4 address: UInt32) {
        self.init(prefix: UInt64(address >> 8), family: 4)
    }

    private init(prefix: UInt64, family: UInt8) {
        self.prefix = prefix
        self.family = family
    }
}
