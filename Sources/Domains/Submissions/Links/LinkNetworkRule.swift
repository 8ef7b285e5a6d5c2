package import Primitives

/// A line of what an admin permits although it is not public: `192.168.1.0/24`, `192.168.1.5:8080`, `[fd00::5]:8080`. Only by address:
/// what a name means is said by whoever has the name.
package struct LinkNetworkRule: Sendable, Hashable {
    package let network: IPNetwork
    /// Nil for the usual ones.
    package let port: Int?

    /// Throws `invalid` with the field.
    package init(_ text: String) throws(DomainError) {
        var (network, port) = (text, String?.none)
        if text.hasPrefix("["), let end = text.lastIndex(of: "]") {
            network = String(text[text.index(after: text.startIndex)..<end])
            let rest = text[text.index(after: end)...]
            guard rest.isEmpty || rest.hasPrefix(":") else { throw Self.invalid(text) }
            if !rest.isEmpty { port = String(rest.dropFirst()) }
        } else if text.filter({ $0 == ":" }).count == 1, let colon = text.firstIndex(of: ":") {
            network = String(text[..<colon])
            port = String(text[text.index(after: colon)...])
        }
        guard let parsed = IPNetwork(network) else { throw Self.invalid(text) }
        if let port {
            guard let number = UInt16(port), number > 0 else { throw Self.invalid(text) }
            self.port = Int(number)
        } else {
            self.port = nil
        }
        self.network = parsed
    }

    package var text: String {
        guard let port else { return network.text }
        return network.address.isIPv4 ? "\(network.text):\(port)" : "[\(network.text)]:\(port)"
    }

    func covers(_ address: IPAddress, port: Int) -> Bool {
        network.contains(address) && (self.port.map { $0 == port } ?? LinkRules.ports.contains(port))
    }

    private static func invalid(_ text: String) -> DomainError {
        .invalid("“\(text)” is neither an address nor a network like 192.168.1.0/24", field: "linkNetworks")
    }
}
