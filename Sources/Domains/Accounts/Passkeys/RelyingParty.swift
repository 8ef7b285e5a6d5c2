import Foundation

/// The site that passkeys are bound to: a host name, and the origin of its pages.
package struct RelyingParty: Sendable, Hashable {
    /// The whole host name, in lower case. A longer or shorter name is another site.
    package let id: String
    let origin: String

    /// From the server's address as browsers reach it, like `https://music.example:8443`. Nil for an IP address, to
    /// which browsers bind no passkey (WebAuthn Level 2 §5.1.2), and for anything that is no https address.
    package init?(address: String) {
        let scheme = "https://"
        guard address.utf8.count <= 300, address.lowercased().hasPrefix(scheme) else { return nil }
        let parts = address.lowercased().dropFirst(scheme.count).split(
            separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        guard let host = parts.first, Self.isDomain(host) else { return nil }
        id = String(host)
        guard parts.count == 2 else {
            origin = scheme + id
            return
        }
        guard parts[1].utf8.allSatisfy(Self.isDigit), let port = UInt16(parts[1]) else { return nil }
        origin = port == 443 ? scheme + id : "\(scheme)\(id):\(port)"
    }

    /// A host whose last label is a number is an IPv4 address (WHATWG URL, "ends in a number checker").
    private static func isDomain(_ host: Substring) -> Bool {
        let labels = host.split(separator: ".", omittingEmptySubsequences: false)
        guard host.utf8.count <= 253, let last = labels.last, !last.utf8.allSatisfy(isDigit) else { return false }
        return labels.allSatisfy { label in
            (1...63).contains(label.utf8.count)
                && label.utf8.allSatisfy { isDigit($0) || (0x61...0x7A).contains($0) || $0 == 0x2D || $0 == 0x5F }
        }
    }

    private static func isDigit(_ byte: UInt8) -> Bool {
        (0x30...0x39).contains(byte)
    }
}
