import SwiftASN1
import X509

/// The DNS names and IP addresses that the development authority may vouch for (RFC 5280 §4.2.1.10).
struct AuthorityNames {
    private let names: [String]

    init(_ names: [String]) {
        self.names = names
    }

    /// For the subject of a server's certificate.
    var alternatives: [GeneralName] {
        names.map { name in
            if let address = IPAddressBytes(name) {
                .ipAddress(ASN1OctetString(contentBytes: address.bytes[...]))
            } else {
                .dnsName(name)
            }
        }
    }

    /// Each name with what lies below it, and each address alone. There is always a name and an address, so that neither kind is left
    /// unconstrained.
    var constraints: NameConstraints {
        NameConstraints(
            permittedDNSDomains: names.filter { IPAddressBytes($0) == nil },
            permittedIPRanges: names.compactMap { IPAddressBytes($0) }.map { address in
                let mask = [UInt8](repeating: 255, count: address.bytes.count)
                return ASN1OctetString(contentBytes: (address.bytes + mask)[...])
            })
    }

    /// Whether `constraints` permit every one of the names.
    func arePermitted(by constraints: NameConstraints) -> Bool {
        names.allSatisfy { name in
            guard let address = IPAddressBytes(name) else {
                return constraints.permittedDNSDomains.contains { Self.lies(name, within: $0) }
            }
            return constraints.permittedIPRanges.contains { Self.lies(address.bytes, within: Array($0.bytes)) }
        }
    }

    private static func lies(_ name: String, within domain: String) -> Bool {
        let (name, domain) = (name.lowercased(), domain.lowercased())
        return name == domain || name.hasSuffix("." + domain)
    }

    private static func lies(_ address: [UInt8], within range: [UInt8]) -> Bool {
        range.count == 2 * address.count
            && address.indices.allSatisfy { place in
                let mask = range[address.count + place]
                return address[place] & mask == range[place] & mask
            }
    }
}
